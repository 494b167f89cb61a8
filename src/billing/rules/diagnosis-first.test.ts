import { dx, testRule, two } from "#room/testing/rule-cases.ts";

/** The first two in the other order, renumbered, the last with this code. */
const turned = (icd10DiagCode: string) => [
  { ...two[1], priority: 1 },
  { ...two[0], icd10DiagCode, priority: 2 },
];

const fall = { icd10DiagCode: "W19.XXXA" };

testRule("diagnosis-first", [
  {
    set: { [`${dx}[0].icd10DiagCode`]: "W19.XXXA" },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
    fixed: {
      [`${dx}`]: turned("W19.XXXA"),
    },
  },
  {
    set: { [`${dx}[0].icd10DiagCode`]: "S93.401S" },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
    fixed: {
      [`${dx}`]: turned("S93.401S"),
    },
  },
  { set: { [`${dx}[1].icd10DiagCode`]: "W19.XXXA" }, says: "" },
  // An X within the code, an encounter of seven characters, and what is no code yet.
  ...["T15.90XA", "S93.401A", "Z99S", " "].map(
    (code) => ({ set: { [`${dx}[0].icd10DiagCode`]: code }, says: "" }) as const,
  ),
  { set: { [dx]: [] }, says: "" },
  {
    set: { [dx]: [{ icd10DiagCode: "W19.XXXA" }, { icd10DiagCode: "S93.401S" }] },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
  },
  {
    set: { [dx]: [fall, { icd10DiagCode: " " }, { icd10DiagCode: "J02.9" }] },
    says: "warn",
    named: "Move J02.9 first",
    fixed: { [dx]: [{ icd10DiagCode: "J02.9" }, fall, { icd10DiagCode: " " }] },
  },
  {
    set: { [dx]: [{ ...fall, priority: 1 }, { icd10DiagCode: "J02.9" }] },
    says: "warn",
    fixed: { [dx]: [{ icd10DiagCode: "J02.9" }, { ...fall, priority: 1 }] },
  },
]);
