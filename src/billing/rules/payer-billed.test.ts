import { line, row, testRule } from "#room/testing/rule-cases.ts";

testRule("payer-billed", [
  { set: { [`${row}.payerId`]: "" }, says: "warn", at: `${row}.payerId` },
  {
    set: { "visitCharged.charges": [line, { ...line, payerId: null }] },
    says: "warn",
    at: "visitCharged.charges[1].payerId",
    fixed: { "visitCharged.charges[1].payerId": "aaaaaaa5000000000000000000000000" },
  },
  { set: { [`${row}.providerId`]: null }, says: "warn", at: `${row}.providerId` },
  {
    set: { [`${row}.payerId`]: null, [`${row}.billtoPayer`]: false },
    says: "",
  },
]);
