import { existsSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyFix } from "#room/billing/apply-fix.ts";
import { auditMembers, eventMembers, visitMembers } from "#room/billing/event-members.ts";
import { eventLists } from "#room/billing/members-of-kind.ts";
import { scrub } from "#room/billing/scrub.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { changedEvent } from "#room/testing/rule-cases.ts";
import { allRules } from "./rules-list.ts";

test("a clear event of any size gives only one note", () => {
  for (const charges of [1, 7, 50])
    expect(
      scrub(buildEvent({ charges, diagnoses: 4 })).filter((found) => found.ruleId !== "paper-form"),
    ).toEqual([]);
});

test("every rule has its test, and all ids differ", () => {
  const ids = allRules.map(({ id }) => id);
  expect(ids.filter((id) => !existsSync(join(import.meta.dirname, `${id}.test.ts`)))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("any valid event scrubs, and its fixes stay valid", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      const before = structuredClone(event);
      for (const finding of scrub(event, { today: "2026-11-20" }))
        if (finding.fix) {
          const parsed = autoChargedEvent.safeParse(applyFix(event, finding.fix));
          expect(parsed.error?.issues ?? []).toEqual([]);
        }
      expect(event).toStrictEqual(before);
    }),
    { numRuns: 300 },
  );
});

test("a draft lacking any of its members can be scrubbed", () => {
  const places = {
    "": eventMembers,
    "visitCharged.": visitMembers,
    "audit.": auditMembers,
    "visitCharged.charges[0].": eventLists.charges.members,
    "visitCharged.diagnosis[0].": eventLists.diagnosis.members,
    "visitCharged.payments[0].": eventLists.payments.members,
    "audit.rulesLogs[0].": eventLists.rulesLogs.members,
  };
  const members = Object.entries(places).flatMap(([place, names]) =>
    Object.keys(names).map((name) => `${place}${name}`),
  );
  const lists = [
    "visitCharged.charges",
    "visitCharged.diagnosis",
    "visitCharged.payments",
    "audit.rulesLogs",
  ];
  const sums = ["charge", "paid", "arAmount"].map((name) => `visitCharged.charges[0].${name}.amount`);
  for (const path of [...members, ...lists, ...sums, "visitCharged", "audit"])
    for (const value of [null, undefined])
      expect(scrub(changedEvent({ [path]: value }))).toBeInstanceOf(Array);
  expect(scrub({})).not.toEqual([]);
});
