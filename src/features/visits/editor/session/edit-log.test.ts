import { describe, expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { adoptEvent } from "#room/features/visits/editor/draft/adopt-event.ts";
import { recallFilled } from "#room/features/visits/editor/draft/filled.ts";
import { openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { removeRows } from "#room/features/visits/editor/draft/row-actions.ts";
import { dateOfServicePath } from "#room/features/visits/editor/draft/field-ref.ts";
import { writeCell } from "#room/features/visits/editor/draft/write-cell.ts";
import { EditLog } from "./edit-log.ts";

const dateOfService = { path: dateOfServicePath };

function opened() {
  const visit = openDraft(buildEvent({ charges: 3, payments: 0 }));
  const [, second = ""] = visit.order().charges;
  const cell = (member: string) => ({ list: "charges", rowId: second, member }) as const;
  return { visit, cell, words: () => new EditLog(visit, []).lines().map((line) => line.words) };
}

describe("the story of a draft", () => {
  it("says what each step was, before and after", () => {
    const { visit, cell, words } = opened();
    recallFilled(visit, [{ row: 1, member: "charge.amount", text: "24.50" }]);
    visit.type(cell("quantity"), "2", "Charge 2, Quantity");
    visit.seal();
    visit.type(cell("indicatedBy"), "A B", "Charge 2, Diagnoses");
    visit.seal();
    visit.type(cell("billable"), "false", "Charge 2, Billable");
    visit.seal();
    writeCell(visit, cell("charge.amount"), "30", "Paste 1 charge");
    removeRows(visit, "charges", visit.order().charges.slice(1, 2));
    expect(words()).toEqual([
      "Charge 2 · Quantity: 1 → 2",
      "Charge 2 · Diagnoses: B → A B",
      "Charge 2 · Billable: on → off",
      "Paste 1 charge · Charge: 24.50 → 30.00, A/R: 24.50 → 30.00",
      "Remove charge 2: 87880 30.00",
    ]);
  });

  it("tells a date with its time", () => {
    const { visit, words } = opened();
    visit.type(dateOfService, "2026-11-02T14:30:00", "Time of service");
    visit.seal();
    writeCell(visit, dateOfService, "11/3/2026", "Date of service");
    expect(words()).toEqual([
      "Time of service: 11/02/2026 9:15 AM → 11/02/2026 2:30 PM",
      "Date of service: 11/02/2026 2:30 PM → 11/03/2026 2:30 PM",
    ]);
  });

  it("is told what was typed when the field is left", () => {
    const { visit, cell, words } = opened();
    let told: readonly string[] = [];
    visit.subscribeHistory(() => (told = words()));
    for (const text of ["8", "87", "87881"]) visit.type(cell("cpt"), text, "Charge 2, Procedure");
    visit.seal();
    expect(told).toEqual(["Charge 2 · Procedure: 87880 → 87881"]);
  });

  it("forgets undone steps", () => {
    const { visit, cell, words } = opened();
    visit.type(cell("cpt"), "", "Charge 2, Procedure");
    visit.seal();
    expect(words()).toEqual(["Charge 2 · Procedure: 87880 → empty"]);
    visit.undo();
    expect(words()).toEqual([]);
  });

  it("stays small whatever was typed, and continues after a reload", () => {
    const { visit } = opened();
    const earlier = Array.from({ length: 60 }, (_, at) => ({ at, words: `Step ${at}` }));
    for (let turn = 0; turn < 40; turn += 1) {
      const event = visit.event();
      const withholdReason = String(turn).repeat(5000);
      adoptEvent(visit, { ...event, audit: { ...event.audit, withholdReason } }, `Fix ${turn}`);
    }
    const lines = new EditLog(visit, earlier).lines();
    expect(lines).toHaveLength(60);
    expect(lines[0]?.words).toBe("Step 40");
    expect(JSON.stringify(lines).length).toBeLessThan(12_000);
  });
});
