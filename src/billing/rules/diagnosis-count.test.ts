import { buildDiagnosis } from "#room/testing/builders.ts";
import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("diagnosis-count", [
  {
    set: { [dx]: Array.from({ length: 13 }, (_, index) => buildDiagnosis(index)) },
    says: "warn",
    at: `${dx}[12]`,
  },
  {
    set: { [dx]: Array.from({ length: 12 }, (_, index) => buildDiagnosis(index)) },
    says: "",
  },
]);
