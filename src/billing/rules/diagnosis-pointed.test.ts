import { buildDiagnosis } from "#room/testing/builders.ts";
import { dx, line, row, testRule, two } from "#room/testing/rule-cases.ts";

const [first, second] = two;
const alone = (charge: object) => ({ "visitCharged.charges": [{ ...line, ...charge }] });

testRule("diagnosis-pointed", [
  {
    set: alone({ indicatedBy: [first] }),
    says: "note",
    at: `${dx}[1].icd10DiagCode`,
    fixed: { [`${row}.indicatedBy`]: [first, second] },
  },
  // Which of several charges it explains, only a person knows.
  {
    set: { "visitCharged.charges": [line, line].map((each) => ({ ...each, indicatedBy: [first] })) },
    says: "note",
    at: `${dx}[1].icd10DiagCode`,
  },
  // A line points to four diagnoses at most.
  {
    set: {
      [dx]: [0, 1, 2, 3, 4].map((index) => buildDiagnosis(index)),
      ...alone({ indicatedBy: [0, 1, 2, 3].map((index) => buildDiagnosis(index)) }),
    },
    says: "note",
    at: `${dx}[4].icd10DiagCode`,
  },
  { set: alone({ indicatedBy: [first, second] }), says: "" },
  { set: { ...alone({ indicatedBy: [first] }), [`${dx}[1].icd10DiagCode`]: "W19.XXXA" }, says: "" },
  { set: { ...alone({ indicatedBy: [first] }), [`${dx}[1].icd10DiagCode`]: "" }, says: "" },
  // The charges themselves are told that they have none.
  { set: alone({ indicatedBy: [] }), says: "" },
  { set: { "visitCharged.charges": [] }, says: "" },
]);
