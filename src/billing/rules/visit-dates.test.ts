import { testRule } from "#room/testing/rule-cases.ts";

testRule("visit-dates", [
  {
    set: { "visitCharged.createdOn": "2026-02-30" },
    says: "block",
    at: "visitCharged.createdOn",
  },
  {
    set: { "visitCharged.createdOn": "2026-11-03" },
    facts: { today: "2026-11-02" },
    says: "warn",
    at: "visitCharged.createdOn",
  },
  {
    set: { "visitCharged.createdOn": "2026-11-02T23:59:59" },
    facts: { today: "2026-11-02" },
    says: "",
  },
  {
    set: { "audit.rulesLogs[0].createdDate": "yesterday" },
    says: "block",
    at: "audit.rulesLogs[0].createdDate",
  },
  {
    set: { "visitCharged.createdOn": "2026-11-02Tafter lunch" },
    says: "block",
    at: "visitCharged.createdOn",
  },
  {
    set: { "visitCharged.createdOn": "2026-11-02T9:15 pm" },
    says: "block",
    at: "visitCharged.createdOn",
    fixed: { "visitCharged.createdOn": "2026-11-02T21:15:00" },
  },
  {
    set: { "visitCharged.createdOn": "11/2/2026" },
    says: "block",
    at: "visitCharged.createdOn",
    fixed: { "visitCharged.createdOn": "2026-11-02" },
  },
]);
