import { expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import type { ImportState } from "./import-run.ts";
import { importDetails, importTitle, refusedText } from "./import-words.ts";

const state: ImportState = {
  phase: "done",
  name: "visits.ndjson",
  bytesRead: 1,
  totalBytes: 1,
  counts: { added: 2, same: 0, updated: 0, conflict: 0 },
  conflicts: [],
  refused: [],
};
const eventId = buildEvent().eventId;
const refused = [
  { file: "visits.ndjson", line: 3, eventId, faults: [{ path: "audit", message: "'audit' must be given." }] },
];

test("an import says what became of it", () => {
  expect(importTitle(state)).toBe("2 events imported from visits.ndjson");
  expect(importDetails(state)).toEqual([]);
});

test("an import of nothing but faults says that nothing was imported", () => {
  const counts = { added: 0, same: 0, updated: 0, conflict: 0 };
  expect(importTitle({ ...state, counts, refused })).toBe("Nothing was imported from visits.ndjson");
});

test("each thing worth knowing has its sentence", () => {
  const counts = { added: 1, same: 1, updated: 2, conflict: 1 };
  expect(importDetails({ ...state, phase: "stopped", counts, refused })).toEqual([
    "What was imported up to then is kept.",
    "2 events took newer content; nobody had changed them here.",
    "1 event was skipped: it is here already with the same content.",
    "1 event differs from the draft that was changed here: merge the two.",
    "1 was refused.",
  ]);
});

test("the list of faults can be copied with file, line, event, path and fault", () => {
  expect(refusedText({ ...state, refused })).toBe(
    `visits.ndjson\tline 3\t${eventId}\taudit\t'audit' must be given.`,
  );
});
