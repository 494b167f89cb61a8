import { expect, test } from "vitest";
import { scrub } from "#room/billing/scrub.ts";
import { testRule } from "#room/testing/rule-cases.ts";

testRule("visit-guids", [
  {
    set: { eventId: "not a guid" },
    says: "block",
    at: "eventId",
    fixed: { eventId: expect.stringMatching(/^[\da-f]{32}$/) },
  },
  {
    set: { eventId: "3F2504E0-4F89-11D3-9A0C-0305E82C3301" },
    says: "note",
    at: "eventId",
    fixed: { eventId: "3f2504e04f8911d39a0c0305e82c3301" },
  },
  {
    set: { eventId: "3f2504e0 4f89 11d3 9a0c 0305e82c3301" },
    says: "block",
    at: "eventId",
    fixed: { eventId: "3f2504e04f8911d39a0c0305e82c3301" },
  },
  { set: { "visitCharged.visitId": "12" }, says: "block", at: "visitCharged.visitId" },
  {
    set: { "audit.rulesLogs[1].rulesLogId": "12" },
    says: "block",
    at: "audit.rulesLogs[1].rulesLogId",
  },
  { set: { eventId: "0".repeat(32) }, says: "" },
]);

test("what is absent has no wrong ID", () => {
  for (const event of [{}, { visitCharged: {}, audit: {} }])
    expect(scrub(event).filter(({ ruleId }) => ruleId === "visit-guids")).toEqual([]);
});
