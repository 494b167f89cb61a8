import { expect, test } from "vitest";
import { scrub } from "#room/billing/scrub.ts";
import { buildEvent } from "#room/testing/builders.ts";
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
    set: { "visitCharged.createdOn": "2024-11-01" },
    facts: { today: "2026-11-02" },
    says: "warn",
    at: "visitCharged.createdOn",
  },
  { set: { "visitCharged.createdOn": "2024-11-02" }, facts: { today: "2026-11-02" }, says: "" },
  {
    set: { "audit.rulesLogs[0].createdDate": "yesterday" },
    says: "block",
    at: "audit.rulesLogs[0].createdDate",
  },
  ...["", "2026-02-28T09:15:00", "2026-11-30T09:15:00.1234567"].map((date) => ({
    set: { "audit.rulesLogs[0].createdDate": date },
    says: "" as const,
  })),
  ...[5, null, " "].map((date) => ({
    set: { "audit.rulesLogs[0].createdDate": date },
    says: "" as const,
  })),
  { set: { "visitCharged.createdOn": "2030-11-03" }, says: "" },
  ...[5, null, ""].map((date) => ({
    set: { "visitCharged.createdOn": date },
    facts: { today: "2026-11-02" },
    says: "" as const,
  })),
  {
    set: { "visitCharged.createdOn": "2026-11-02Tafter lunch" },
    says: "block",
    at: "visitCharged.createdOn.time",
  },
  {
    set: { "visitCharged.createdOn": "2026-11-02T9:15 pm" },
    says: "block",
    at: "visitCharged.createdOn.time",
    fixed: { "visitCharged.createdOn": "2026-11-02T21:15:00" },
  },
  {
    set: { "visitCharged.createdOn": "11/2/2026" },
    says: "block",
    at: "visitCharged.createdOn",
    fixed: { "visitCharged.createdOn": "2026-11-02" },
  },
  {
    set: { "visitCharged.createdOn": "11/2/2026\n09:15:00" },
    says: "block",
    at: "visitCharged.createdOn",
    fixed: { "visitCharged.createdOn": "2026-11-02T09:15:00" },
  },
  {
    set: { "visitCharged.createdOn": "11/2/2026 2:30 PM" },
    says: "block",
    at: "visitCharged.createdOn",
    fixed: { "visitCharged.createdOn": "2026-11-02T14:30:00" },
  },
  { set: { "visitCharged.createdOn": "\n09:15:00" }, says: "block", at: "visitCharged.createdOn" },
  { set: { "visitCharged.createdOn": "2026-11-02\n\n00:00:00" }, says: "block" },
]);

test("what is wrong is said with what it changes to", () => {
  const found = (createdOn: string) => {
    const event = buildEvent();
    event.visitCharged.createdOn = createdOn;
    const facts = { today: "2026-11-02" };
    return scrub(event, facts).filter(({ ruleId }) => ruleId === "visit-dates");
  };
  expect(found("\n09:15:00")[0]?.message).toContain("The date of service is missing, and its time, 9:15 AM");
  expect(found("11/2/2026")[0]?.fix?.label).toBe("Change to 11/02/2026");
  expect(found("11/2/2026 2:30 PM")[0]?.fix?.label).toBe("Change to 11/02/2026 2:30 PM");
  expect(found("13/45")[0]?.message).toContain("isn’t a date. Use month/day");
  // The time that was typed apart is not part of what changes.
  expect(found("11/2/2026\n09:15:00")[0]?.fix?.label).toBe("Change to 11/02/2026");
  // A time that cannot be read is said first; the rest once it can.
  expect(found("2030-11-02Tafter lunch")).toHaveLength(1);
});

test("what is absent has no wrong date", () => {
  for (const event of [{}, { visitCharged: {}, audit: {} }])
    expect(scrub(event).filter(({ ruleId }) => ruleId === "visit-dates")).toEqual([]);
});

test("an unread date and time are two faults", () => {
  const event = buildEvent();
  event.visitCharged.createdOn = "13/45/2026\n\nab:cd";
  const found = scrub(event).filter(({ ruleId }) => ruleId === "visit-dates");
  expect(found.map(({ path, severity }) => `${path.join(".")} ${severity}`)).toEqual([
    "visitCharged.createdOn block",
    "visitCharged.createdOn.time block",
  ]);
});
