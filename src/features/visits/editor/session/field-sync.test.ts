import { expect, test, vi } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { FieldSync } from "./field-sync.ts";

class Input extends EventTarget {
  readonly type = "text";
  readonly dataset = {};
  value = "";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** A field as the draft needs it, without a page. */
function inputOf(name: string): HTMLInputElement {
  vi.stubGlobal("HTMLInputElement", Input);
  // The other kinds of fields.
  vi.stubGlobal("HTMLTextAreaElement", Map);
  vi.stubGlobal("HTMLSelectElement", Map);
  // What FieldSync uses of a field is there.
  return new Input(name) as Partial<HTMLInputElement> as HTMLInputElement;
}

test("a name being typed for all lines outlasts new names", () => {
  const visit = openDraft(buildEvent());
  const fields = new FieldSync(visit, () => undefined);
  const path = "visitCharged.charges.providerId";
  const field = inputOf(path);
  fields.attach(field, () => "Provider");
  fields.hold(field, { path });
  fields.show();
  field.value = "d";
  field.dispatchEvent(new Event("input"));
  // As after the directory has changed.
  fields.show();
  expect(field.value).toBe("d");
  fields.left(field, () => "Provider");
  expect(visit.rows("charges").map((row) => row["providerId"])).toContain("d");
  vi.unstubAllGlobals();
});
