import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("charge-guids", [{ set: { [`${row}.payerId`]: "zz" }, says: "block", at: `${row}.payerId` }]);
