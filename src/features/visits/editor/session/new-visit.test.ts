import { afterAll, beforeEach, expect, test } from "vitest";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { unkeptEntry } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { usualPractice } from "./new-visit.ts";

const [north, south, madeUp] = [buildGuid(9, 1), buildGuid(9, 2), buildGuid(9, 3)];

const know = (...entries: readonly DirectoryEntry[]) => namesAre(entries);

const visit = (practiceId: string) => ({ ...unkeptEntry, practiceId });
const example = { ...unkeptEntry, practiceId: madeUp, source: { kind: "example" as const } };
const practice = (id: string) => ({ kind: "practice" as const, id, name: id.slice(0, 4) });

beforeEach(() => know());
afterAll(() => know());

const here = (...rows: readonly VisitSummary[]) => usualPractice(rows, { own: [], used: [] });

test("a new visit takes the only practice, never an example's", () => {
  expect(here(visit(south), visit(south))).toBe(south);
  expect(here(example)).toBe("");
  expect(here(example, visit(""), visit(north))).toBe(north);
});

test("where several are used, none is taken from before", () => {
  expect(here(visit(south), visit(north))).toBe("");
  know(practice(south), practice(north));
  expect(here()).toBe("");
  expect(here(visit(north))).toBe("");
});

test("one whose visits no list shows counts too", () => {
  const clinic = (...used: readonly string[]) => ({ own: [], used });
  expect(usualPractice([visit(north)], clinic(north, south))).toBe("");
  expect(usualPractice([visit(north)], clinic(south))).toBe("");
  expect(usualPractice([], clinic(north))).toBe(north);
  know(practice(north));
  expect(usualPractice([], clinic(north, south))).toBe("");
  // A closed one has a name, and no new visits.
  know(practice(north), { ...practice(south), activeTo: "2020-01-01" });
  expect(usualPractice([], clinic(north, south))).toBe(north);
});

test("a clerk limited to one practice gets that one", () => {
  know(practice(south), practice(north));
  expect(usualPractice([visit(south), visit(north)], { own: [north], used: [] })).toBe(north);
  expect(usualPractice([visit(north)], { own: [north, south], used: [] })).toBe("");
  know();
  expect(usualPractice([visit(north)], { own: [north, south], used: [] })).toBe("");
});

test("the first one takes the directory's only practice", () => {
  know(practice(south));
  expect(here()).toBe(south);
  expect(here(visit(madeUp))).toBe(south);
});
