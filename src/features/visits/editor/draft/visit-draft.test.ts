import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFix } from "#room/billing/apply-fix.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { adoptEvent } from "./adopt-event.ts";
import type { ListName } from "./draft.ts";
import { moveRowsBy, openDraft as open } from "./test-draft.ts";
import { duplicateRows, insertRow, removeRows } from "./row-actions.ts";
import { fillDown } from "./write-cell.ts";
import type { VisitDraft } from "./visit-draft.ts";

const idOf = (visit: VisitDraft, list: ListName, index: number) => visit.order()[list][index] ?? "none";
const charge = (visit: VisitDraft, index: number, member: string) =>
  ({ list: "charges", rowId: idOf(visit, "charges", index), member }) as const;

describe("VisitDraft", () => {
  it("binds waiting letters to a diagnosis at its first key", () => {
    const visit = open(buildEvent({ charges: 1, diagnoses: 1 }));
    visit.step("Diagnoses", () => visit.set(charge(visit, 0, "indicatedBy"), "A B"));
    insertRow(visit, "diagnosis");
    const place = { list: "diagnosis", rowId: idOf(visit, "diagnosis", 1), member: "icd10DiagCode" } as const;
    const links = () => visit.draft().rows.charges[0]?.indicatedBy.map(({ to }) => to);
    expect(links()).toEqual([idOf(visit, "diagnosis", 0), undefined]);
    visit.type(place, "r", "ICD-10");
    visit.type(place, "r059", "ICD-10");
    expect(links()).toEqual([idOf(visit, "diagnosis", 0), place.rowId]);
    visit.undo();
    expect(visit.text(place)).toBe("");
    expect(links()).toEqual([idOf(visit, "diagnosis", 0), undefined]);
    visit.redo();
    expect(links()).toEqual([idOf(visit, "diagnosis", 0), place.rowId]);
  });

  it("gives any untouched event back", () => {
    fc.assert(
      fc.property(arbitraryEvent, (event) => {
        expect(JSON.stringify(open(event).event())).toBe(JSON.stringify(event));
      }),
      { numRuns: 200 },
    );
  });

  it("goes back to the untouched event and forth again", () => {
    const step = fc.record({
      kind: fc.nat(6),
      row: fc.nat(5),
      list: fc.constantFrom<ListName>("charges", "diagnosis", "payments"),
      text: fc.string({ maxLength: 4 }),
    });
    fc.assert(
      fc.property(arbitraryEvent, fc.array(step, { maxLength: 12 }), (event, steps) => {
        const visit = open(event);
        for (const { kind, row, list, text } of steps) {
          const rowId = idOf(visit, list, row);
          const rowIds = visit.order()[list].slice(row, row + 2);
          if (kind === 0) insertRow(visit, list);
          if (kind === 1) removeRows(visit, list, rowIds);
          if (kind === 2 && rowIds.length > 0) duplicateRows(visit, list, rowIds);
          if (kind === 3) moveRowsBy(visit, list, rowIds, 1);
          if (kind === 4) fillDown(visit, list, rowIds, ["payerId"]);
          if (kind === 5 && visit.row("charges", rowId))
            visit.type({ list: "charges", rowId, member: "indicatedBy" }, `A ${text}`, "Type");
          if (kind === 6 && visit.row("charges", rowId))
            visit.type({ list: "charges", rowId, member: "charge.amount" }, text, "Type");
        }
        const after = JSON.stringify(visit.event());
        const made = visit.history().done.length;
        for (let back = 0; back < made; back += 1) visit.undo();
        expect(JSON.stringify(visit.event())).toBe(JSON.stringify(event));
        for (let on = 0; on < made; on += 1) visit.redo();
        expect(JSON.stringify(visit.event())).toBe(after);
      }),
      { numRuns: 200 },
    );
  });

  it("makes one step per cell typed in, none without change", () => {
    const visit = open(buildEvent());
    const place = charge(visit, 0, "cpt");
    for (const text of ["9", "99", "99214"]) visit.type(place, text, "CPT of charge 1");
    visit.seal();
    expect(visit.history().done.map((step) => step.label)).toEqual(["CPT of charge 1"]);
    visit.type(place, "9921", "CPT of charge 1");
    visit.type(place, "99214", "CPT of charge 1");
    visit.seal();
    expect(visit.history().done).toHaveLength(1);
    visit.undo();
    expect(visit.text(place)).toBe("99213");
  });

  it("leaves out a row that was never typed in", () => {
    const event = buildEvent();
    const visit = open(event);
    const rowId = insertRow(visit, "charges");
    expect(visit.event()).toEqual(event);
    visit.type({ list: "charges", rowId, member: "cpt" }, "36415", "CPT");
    expect(visit.event().visitCharged?.charges?.[3]).toMatchObject({
      cpt: "36415",
      quantity: 1,
      billable: true,
    });
  });

  it("takes a link away with its diagnosis; undo restores both", () => {
    const event = buildEvent();
    const visit = open(event);
    removeRows(visit, "diagnosis", [idOf(visit, "diagnosis", 0)]);
    expect(visit.event().visitCharged?.charges?.[0]?.indicatedBy).toEqual([]);
    visit.undo();
    expect(visit.event()).toEqual(event);
  });

  it.each(["A", "J029"])("binds %s, typed before its diagnosis", (typed) => {
    const visit = open(buildEvent({ diagnoses: 0 }));
    visit.type(charge(visit, 0, "indicatedBy"), typed, "Links");
    const rowId = insertRow(visit, "diagnosis");
    visit.type({ list: "diagnosis", rowId, member: "icd10DiagCode" }, "J02.9", "Code");
    visit.amend(() => visit.bindLetters());
    expect(visit.event().visitCharged?.charges?.[0]?.indicatedBy).toMatchObject([
      { icd10DiagCode: "J02.9", priority: 1 },
    ]);
  });

  it("adopts a fix: a member changed, a row removed", () => {
    const visit = open(buildEvent({ charges: 4, diagnoses: 3 }));
    const edits = [
      { kind: "set", path: ["visitCharged", "charges", 0, "modifier"], value: ["25"] },
      { kind: "remove", path: ["visitCharged", "charges", 2] },
      { kind: "move", path: ["visitCharged", "diagnosis", 2], to: 0 },
    ] as const;
    const before = visit.event();
    const next = applyFix(before, { edits });
    adoptEvent(visit, next, "Fix");
    expect(visit.event()).toEqual(next);
    expect(visit.history().done).toHaveLength(1);
    visit.undo();
    expect(visit.event()).toEqual(before);
  });
});
