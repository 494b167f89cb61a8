import { testRule } from "#room/testing/rule-cases.ts";

testRule("visit-required", [
  { set: { eventId: "" }, says: "block", at: "eventId" },
  { set: { eventId: "0".repeat(32) }, says: "block", at: "eventId" },
  {
    set: { "visitCharged.visitId": null },
    says: "block",
    at: "visitCharged.visitId",
  },
  {
    set: { "visitCharged.practiceId": "" },
    says: "block",
    at: "visitCharged.practiceId",
  },
  { set: { "visitCharged.charges": [] }, says: "block", at: "visitCharged.charges" },
  { set: { audit: undefined }, says: "block", at: "audit" },
  { set: {}, says: "" },
]);
