import { beforeEach, describe, expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { toastStore } from "#room/ui/toast-store.ts";
import { openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { removeRows } from "#room/features/visits/editor/draft/row-actions.ts";
import { offerUndo } from "./offer-undo.ts";

function removed() {
  const event = buildEvent({ charges: 2, diagnoses: 3 });
  const visit = openDraft(event);
  const [charge = ""] = visit.order().charges;
  const cpt = { list: "charges", rowId: charge, member: "cpt" } as const;
  visit.type(cpt, "99214", "CPT");
  visit.seal();
  removeRows(visit, "diagnosis", visit.order().diagnosis.slice(0, 1));
  const close = offerUndo(visit, { title: "Diagnosis A removed" });
  return { visit, cpt, close, offered: () => toastStore.snapshot().map(({ action }) => action) };
}

describe("offerUndo", () => {
  beforeEach(() => toastStore.clear());

  it("takes back what it says", () => {
    const { visit, offered } = removed();
    offered()[0]?.run();
    expect(visit.order().diagnosis).toHaveLength(3);
    expect(visit.history().done.map(({ label }) => label)).toEqual(["CPT"]);
  });

  it("is gone after another undo, and takes back nothing else", () => {
    const { visit, cpt, offered } = removed();
    const [action] = offered();
    visit.undo();
    expect(offered()).toEqual([]);
    action?.run();
    expect(visit.text(cpt)).toBe("99214");
  });

  it("is gone after another change, or when the visit closes", () => {
    const one = removed();
    const [action] = one.offered();
    one.visit.type(one.cpt, "99215", "CPT");
    expect(one.offered()).toEqual([]);
    action?.run();
    expect(one.visit.text(one.cpt)).toBe("99215");
    const other = removed();
    other.close();
    expect(other.offered()).toEqual([]);
  });
});
