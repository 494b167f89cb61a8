import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { amountOf } from "./amount-of.ts";
import { overviewOf } from "./queue-overview.ts";
import { rowsOf, searchWords, sortRows } from "./queue-view.ts";
import { reasonKey } from "./situation.ts";
import { readVisitsSearch, sortKeys } from "./visits-search.ts";
import { rows, noon, row } from "./test-row.ts";

describe("the rows that are shown", () => {
  const ids = (found: readonly VisitSummary[]) => found.map((each) => each.eventId);
  const shown = (search: Parameters<typeof readVisitsSearch>[0], typed = "") =>
    ids(rowsOf(rows, readVisitsSearch(search), { typed, now: noon }));
  const seeds = (...wanted: number[]) => wanted.map((seed) => buildGuid(1, seed));

  test("come most urgent first", () => {
    expect(shown({})).toEqual(seeds(4, 5, 2, 3, 1));
  });
  test("are those of tab, states, reason, practice and time", () => {
    expect(shown({ tab: "needs" })).toEqual(seeds(4, 5, 2));
    expect(shown({ state: "draft,charged" })).toEqual(seeds(3, 1));
    expect(shown({ reason: reasonKey("Papers missing") })).toEqual(seeds(5, 2));
    expect(shown({ practice: buildGuid(9, 0) })).toEqual(seeds(4, 2));
    expect(shown({ age: "7" })).toEqual(seeds(5, 2, 3, 1));
  });
  test("are found by id, code, state and reason together", () => {
    expect(shown({}, "12001")).toEqual(seeds(3));
    expect(shown({}, "papers withheld")).toEqual(seeds(5, 2));
    expect(shown({}, buildGuid(2, 3).replace(/^(.{8})/, "$1-"))).toEqual(seeds(3));
    expect(shown({}, "nothing like it")).toEqual([]);
    expect(searchWords("8F3C…19a2", "2026-11-20")).toEqual(["8f3c", "19a2"]);
  });
  test("sort both ways, and no sort loses a row", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sortKeys), fc.boolean(), (sort, isDescending) => {
        expect(new Set(ids(sortRows(rows, sort, isDescending)))).toEqual(new Set(ids(rows)));
      }),
    );
    expect(shown({ sort: "amount" })).toEqual(seeds(5, 4, 3, 2, 1));
    expect(shown({ sort: "amount", order: "up" })).toEqual(seeds(1, 2, 3, 4, 5));
  });
});

test("the overview counts and sums by state and currency", () => {
  const { states, tabCounts, reasons } = overviewOf(rows);
  expect(tabCounts).toEqual({ all: 5, needs: 3, drafts: 1, waiting: 0, charged: 1 });
  expect(states.map(({ state, count }) => [state, count])).toEqual([
    ["unknown", 1],
    ["withheld", 2],
    ["draft", 1],
    ["charged", 1],
  ]);
  const withheld = states.find(({ state }) => state === "withheld");
  expect([...(withheld?.money.byCurrency ?? [])]).toEqual([
    ["USD", 3000],
    ["EUR", 6000],
  ]);
  expect(reasons[0]).toMatchObject({ words: "Papers missing", count: 2 });
});

test("a charged visit's total is its invoice's, whatever the draft", () => {
  const sent = { number: 1, startedAt: noon, by: "casey", contentHash: "", currency: "USD" };
  const charged = row(3, "charged", {
    amountMinor: 900,
    changedSinceAttempt: true,
    attempts: [{ ...sent, outcome: "charged", fields: [], amountMinor: 12_010 }],
  });
  expect(amountOf(charged)).toEqual({ minor: 12_010, currency: "USD" });
  expect([...(overviewOf([charged]).states[0]?.money.byCurrency ?? [])]).toEqual([["USD", 12_010]]);
  expect(amountOf({ ...charged, state: "refused" })).toEqual({ minor: 900, currency: "USD" });
});
