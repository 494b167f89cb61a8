import { expect, test } from "vitest";
import { newNotes } from "./new-notes.ts";

const note = (noteId: string, writtenBy: string) => ({
  noteId,
  writtenBy,
  writtenAt: "2026-11-02T09:30:00.0000000",
  text: `Text of ${noteId}`,
});

test("notes of others since the dialog opened are told", () => {
  const before = [note("a", "robin")];
  expect(newNotes(before, before, "casey")).toEqual([]);
  const now = [...before, note("b", "casey"), note("c", "robin"), note("d", "Casey")];
  expect(newNotes(before, now, "casey")).toEqual(["robin added a note meanwhile: “Text of c”"]);
  const again = { ...note("c", "robin"), noteId: "e" };
  expect(newNotes(before, [...now, again], "casey"), "the same words are told once").toHaveLength(1);
});
