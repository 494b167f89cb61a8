import { dx, testRule, two } from "#room/testing/rule-cases.ts";

/** The first two in the other order, renumbered, the last with this code. */
const turned = (icd10DiagCode: string) => [
  { ...two[1], priority: 1 },
  { ...two[0], icd10DiagCode, priority: 2 },
];

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
]);
