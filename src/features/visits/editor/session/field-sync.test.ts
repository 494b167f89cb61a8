import { expect, test, vi } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { insertRow } from "#room/features/visits/editor/draft/row-actions.ts";
import { openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { writeCell } from "#room/features/visits/editor/draft/write-cell.ts";
import { FieldSync } from "./field-sync.ts";

class Input extends EventTarget {
  readonly type = "text";
  readonly dataset: Record<string, string>;
  value = "";
  readonly name: string;

  constructor(name: string, dataset: Record<string, string>) {
    super();
    this.name = name;
    this.dataset = dataset;
  }
}

/** A field as the draft needs it, without a page. */
function inputOf(name: string, dataset: Record<string, string> = {}): HTMLInputElement {
  vi.stubGlobal("HTMLInputElement", Input);
  // The other kinds of fields.
  vi.stubGlobal("HTMLTextAreaElement", Map);
  vi.stubGlobal("HTMLSelectElement", Map);
  // What FieldSync uses of a field is there.
  return new Input(name, dataset) as Partial<HTMLInputElement> as HTMLInputElement;
}

test("a name being typed for all lines outlasts new names", () => {
  const visit = openDraft(buildEvent());
  const fields = new FieldSync({ visit, nameOf: () => "Provider", onHalf: () => undefined });
  const path = "visitCharged.charges.providerId";
  const field = inputOf(path);
  fields.attach(field);
  fields.hold(field, { path });
  fields.show();
  field.value = "d";
  field.dispatchEvent(new Event("input"));
  // As after the directory has changed.
  fields.show();
  expect(field.value).toBe("d");
  fields.left(field);
  expect(visit.rows("charges").map((row) => row["providerId"])).toContain("d");
  vi.unstubAllGlobals();
});

test("a diagnosis typed later is undone with its links", () => {
  const visit = openDraft(buildEvent({ charges: 1, diagnoses: 0 }));
  const lines = { list: "charges", rowId: visit.order().charges[0] ?? "", member: "indicatedBy" } as const;
  visit.type(lines, "sore throat", "Diagnoses");
  const row = insertRow(visit, "diagnosis");
  const fields = new FieldSync({ visit, nameOf: () => "Code", onHalf: () => undefined });
  const field = inputOf("visitCharged.diagnosis.0.icd10DiagCode", { row });
  fields.attach(field);
  for (const text of ["sore", "sore throat"]) {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  }
  fields.left(field);
  expect(visit.text(lines)).toBe("A");
  visit.undo();
  expect(visit.text(lines)).toBe("sore throat");
  expect(visit.text({ list: "diagnosis", rowId: row, member: "icd10DiagCode" })).toBe("");
  vi.unstubAllGlobals();
});

test("A/R follows each key of a charge typed over", () => {
  const visit = openDraft(buildEvent({ charges: 0, payments: 0 }));
  const rowId = insertRow(visit, "charges");
  const at = (member: string) => ({ list: "charges", rowId, member }) as const;
  writeCell(visit, at("charge.amount"), "100", "Charge");
  const fields = new FieldSync({ visit, nameOf: () => "Charge", onHalf: () => undefined });
  const field = inputOf("visitCharged.charges.0.charge.amount", { row: rowId });
  fields.attach(field);
  const type = (...texts: string[]) =>
    texts.map((text) => {
      field.value = text;
      field.dispatchEvent(new Event("input"));
      return visit.text(at("arAmount.amount"));
    });
  expect(type("1", "12", "12-", "128")).toEqual(["1.00", "12.00", "", "128.00"]);
  fields.left(field);
  expect(visit.history().done.at(-1)?.patches).toHaveLength(2);
  visit.undo();
  expect([visit.text(at("charge.amount")), visit.text(at("arAmount.amount"))]).toEqual(["100.00", "100.00"]);

  // One entered on purpose stays, also where it is passed on the way.
  writeCell(visit, at("arAmount.amount"), "12", "A/R");
  expect(type("1", "12", "128")).toEqual(["12.00", "12.00", "12.00"]);
  vi.unstubAllGlobals();
});
