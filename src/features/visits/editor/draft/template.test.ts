import { expect, test } from "vitest";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { insertTemplate, templateOf } from "./template.ts";
import { openDraft } from "./test-draft.ts";

const seen = buildEvent({ charges: 2, seed: 1 });
const template = { ...templateOf(seen), id: "t", name: "Strep", updatedAt: 0 };

test("a template’s lines bill the payer of their visit", () => {
  const event = buildEvent({ charges: 1, seed: 2 });
  const [first] = event.visitCharged.charges;
  const [payerId, providerId] = [buildGuid(12, 7), buildGuid(11, 7)];
  const charges = first ? [{ ...first, payerId, providerId }] : [];
  const visit = openDraft({ ...event, visitCharged: { ...event.visitCharged, charges } });
  insertTemplate(visit, template);
  const lines = visit.event().visitCharged?.charges ?? [];
  expect(lines.map((line) => [line.payerId, line.providerId])).toEqual(
    Array.from({ length: 3 }, () => [payerId, providerId]),
  );
  visit.undo();
  expect(visit.event().visitCharged?.charges).toHaveLength(1);
});

test("of a template’s lines nothing is paid", () => {
  const visit = openDraft(buildEvent({ charges: 1, payments: 0 }));
  insertTemplate(visit, template);
  const added = visit.event().visitCharged?.charges?.slice(1) ?? [];
  expect(added.map(({ paid, arAmount }) => [paid, arAmount])).toEqual(
    seen.visitCharged.charges.map(({ charge }) => [undefined, charge]),
  );
});

test("a visit without a payer gets none from a template", () => {
  const visit = openDraft({ eventId: buildGuid(1, 1), visitCharged: { charges: [] } });
  insertTemplate(visit, template);
  expect(visit.event().visitCharged?.charges?.map(({ payerId }) => payerId)).toEqual([undefined, undefined]);
});
