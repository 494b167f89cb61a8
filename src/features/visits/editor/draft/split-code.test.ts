import { expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { insertRow } from "./row-actions.ts";
import { openDraft } from "./test-draft.ts";
import { splitCode, spreadCode } from "./split-code.ts";

it("reads a code with modifiers and units, other text unchanged", () => {
  expect(splitCode("99213-25")).toEqual({ cpt: "99213", modifier: "25" });
  expect(splitCode("99213-25,59")).toEqual({ cpt: "99213", modifier: "25 59" });
  expect(splitCode("j1100x2")).toEqual({ cpt: "J1100", quantity: "2" });
  expect(splitCode("87880-qw x3")).toEqual({ cpt: "87880", modifier: "QW", quantity: "3" });
  for (const text of ["99213", "9921", "99213-2", "9921325", "99213-25-", "J1100x", "99213-252"])
    expect(splitCode(text), text).toBeUndefined();
});

it("fills their cells in one step, never over existing modifiers", () => {
  const visit = openDraft(buildEvent({ charges: 1 }));
  const rowId = insertRow(visit, "charges");
  const place = (member: string) => ({ list: "charges", rowId, member }) as const;
  visit.type(place("cpt"), "99213-25x2", "Code");
  spreadCode(visit, place("cpt"));
  expect(["cpt", "modifier", "quantity"].map((member) => visit.text(place(member)))).toEqual([
    "99213",
    "25",
    "2",
  ]);
  visit.undo();
  expect(["cpt", "modifier", "quantity"].map((member) => visit.text(place(member)))).toEqual([
    "99213-25x2",
    "",
    "1",
  ]);
  visit.step("Modifier", () => visit.set(place("modifier"), "59"));
  spreadCode(visit, place("cpt"));
  expect(visit.text(place("modifier"))).toBe("59");
});

it("begins with the links above, and is none until typed", () => {
  const event = buildEvent({ charges: 1, diagnoses: 2 });
  const visit = openDraft(event);
  const first = visit.order().charges[0] ?? "";
  const rowId = insertRow(visit, "charges");
  const links = { list: "charges", rowId, member: "indicatedBy" } as const;
  expect(visit.text(links)).toBe(visit.text({ ...links, rowId: first }));
  expect(visit.event()).toEqual(event);
  visit.step("Remove", () => visit.setRows("diagnosis", []));
  visit.undo();
  expect(visit.event()).toEqual(event);
  visit.type({ ...links, member: "cpt" }, "87880", "Code");
  expect(visit.event().visitCharged?.charges).toHaveLength(2);
});
