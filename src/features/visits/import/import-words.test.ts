import { expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import type { ImportState } from "./import-state.ts";
import { importDetails, importTitle, refusedText } from "./import-words.ts";

const state: ImportState = {
  phase: "done",
  name: "visits.ndjson",
  bytesRead: 1,
  totalBytes: 1,
  counts: { added: 2, same: 0, updated: 0, conflict: 0, charged: 0 },
  again: 0,
  unchanged: 0,
  shared: 0,
  sharedHere: 0,
  faulty: 0,
  conflicts: [],
  refused: [],
};
const eventId = buildEvent().eventId;
const refused = [
  { file: "visits.ndjson", line: 3, eventId, faults: [{ path: "audit", message: "'audit' must be given." }] },
];

test("an import reports its result", () => {
  expect(importTitle(state)).toBe("2 visits imported from visits.ndjson");
  expect(importDetails(state)).toEqual([]);
});

test("an import of only faults says nothing was imported", () => {
  const counts = { added: 0, same: 0, updated: 0, conflict: 0, charged: 0 };
  expect(importTitle({ ...state, counts, refused })).toBe("Nothing was imported from visits.ndjson");
});

test("each thing worth knowing has its sentence, singular or plural", () => {
  const counts = { added: 1, same: 1, updated: 2, conflict: 1, charged: 1 };
  expect(importDetails({ ...state, phase: "stopped", counts, unchanged: 2, faulty: 2, refused })).toEqual([
    "What was imported before that is kept.",
    "2 visits have problems to fix before they can be sent.",
    "2 of these were updated from the file; nobody had changed them here.",
    "2 entries came again unchanged: each was taken once.",
    "1 visit was skipped: it is already here.",
    "1 visit was changed here and in the file: merge the two.",
    "1 visit is already charged: what the file has for it is different and was left out.",
    "1 visit couldn’t be read.",
  ]);
});

test("faults copy with file, line, event, path and text", () => {
  expect(refusedText({ ...state, refused })).toBe(
    `visits.ndjson\tline 3\t${eventId}\taudit\t'audit' must be given.`,
  );
});
