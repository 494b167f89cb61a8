import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("diagnosis-guids", [
  {
    set: { [`${dx}[0].diagCodePk`]: "1" },
    says: "block",
    at: `${dx}[0].diagCodePk`,
  },
]);
