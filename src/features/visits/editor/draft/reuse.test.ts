import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { filledCells, recallFilled } from "./filled.ts";
import { asNewVisit, insertTemplate } from "./reuse.ts";
import { templateOf } from "./template.ts";
import { duplicateRows } from "./row-actions.ts";
import { openDraft } from "./test-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { writeVisitName } from "./visit-names.ts";
import { writeCell } from "./write-cell.ts";

const seen = buildEvent({ charges: 2, seed: 1 });
const template = { ...templateOf(openDraft(seen)), id: "t", name: "Strep", updatedAt: 0 };

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

describe("prices that nobody typed", () => {
  const [harbor, blue] = [buildGuid(12, 1), buildGuid(12, 2)];
  const fee = (seed: number, amount: number, payerId: string) =>
    ({
      kind: "fee",
      id: buildGuid(13, seed),
      code: "99213",
      amount: { currency: "USD", amount },
      payerId,
    }) as const;
  beforeEach(() => namesAre([fee(1, 110, harbor), fee(2, 140, blue)]));
  afterAll(() => namesAre([]));

  /** Of Harbor’s price, and of one that was typed. */
  function twoLines(): VisitDraft {
    const visit = openDraft(buildEvent({ charges: 2, payments: 0 }));
    const write = (at: number, member: string, text: string) =>
      writeCell(visit, { list: "charges", rowId: visit.order().charges[at] ?? "", member }, text, "Typed");
    for (const at of [0, 1]) {
      write(at, "feeId", "");
      write(at, "charge.amount", "");
      write(at, "payerId", harbor);
      write(at, "cpt", "99213");
    }
    write(1, "charge.amount", "90");
    return visit;
  }
  const prices = (visit: VisitDraft) =>
    visit.event().visitCharged?.charges?.map(({ charge, arAmount }) => [charge?.amount, arAmount?.amount]);
  const feeIds = (visit: VisitDraft) => visit.event().visitCharged?.charges?.map(({ feeId }) => feeId);

  test("are the payer’s in a template’s lines", () => {
    const { createdOn } = seen.visitCharged;
    const visit = openDraft({ ...seen, visitCharged: { createdOn, charges: [{ payerId: blue }] } });
    insertTemplate(visit, { ...template, ...templateOf(twoLines()) });
    expect(prices(visit)?.slice(1)).toEqual([
      [140, 140],
      [90, 90],
    ]);
    expect(feeIds(visit)?.[1]).toBe(buildGuid(13, 2));
    visit.undo();
    expect(visit.sentRows("charges")).toHaveLength(1);
  });

  test("follow the code of a duplicated line", () => {
    namesAre([fee(1, 110, harbor), { ...fee(2, 140, harbor), code: "87880" }]);
    const visit = twoLines();
    const copies = duplicateRows(visit, "charges", visit.order().charges);
    for (const rowId of copies) writeCell(visit, { list: "charges", rowId, member: "cpt" }, "87880", "Typed");
    expect(prices(visit)?.slice(2)).toEqual([
      [140, 140],
      [90, 90],
    ]);
  });

  test("follow the payer, and the day, of a copy", () => {
    const from = twoLines();
    const { event, filled } = asNewVisit(from.event(), filledCells(from));
    const copy = openDraft(event);
    recallFilled(copy, filled);
    writeVisitName(copy, "payerId", blue);
    expect(prices(copy)).toEqual([
      [140, 140],
      [90, 90],
    ]);
    namesAre([fee(3, 120, harbor)]);
    const later = openDraft(asNewVisit(from.event(), filledCells(from)).event);
    expect(prices(later)).toEqual([
      [120, 120],
      [90, 90],
    ]);
    expect(feeIds(later)?.[0]).toBe(buildGuid(13, 3));
  });
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
