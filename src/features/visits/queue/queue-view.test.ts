import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { amountOf } from "./amount-of.ts";
import { overviewOf } from "./queue-overview.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { rowsHere, rowsOf, searchWords, sortRows } from "./queue-view.ts";
import { reasonKey } from "./row-status.ts";
import { sortKeys } from "#room/features/visits/list/list-names.ts";
import { browserAddress } from "#room/features/visits/list/list-search.ts";
import { rows, noon, row } from "./test-row.ts";

const listed = rowsHere(rows, () => undefined);

describe("the rows that are shown", () => {
  const ids = (found: readonly { readonly eventId: string }[]) => found.map((each) => each.eventId);
  const shown = (search: Parameters<typeof browserAddress.read>[0], typed = "") =>
    ids(rowsOf(listed, browserAddress.read(search), { typed, now: noon, invoiceOf: () => 12 }));
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
    expect(shown({}, "j029 withheld")).toEqual(seeds(5, 2));
    expect(shown({}, "Invoice 12 papers")).toEqual(seeds(5, 2));
    // Two digits are in nearly every id.
    expect(shown({}, "00 withheld")).toEqual(seeds(5, 2));
    expect(shown({}, "01 withheld")).toEqual([]);
    expect(searchWords("8F3C…19a2", "2026-11-20")).toEqual(["8f3c", "19a2"]);
  });
  test("are found by the names of payer, provider and practice", () => {
    const [payer, provider, practice] = [buildGuid(5, 1), buildGuid(4, 1), buildGuid(9, 1)];
    namesAre([
      { kind: "payer" as const, id: payer, name: "Harbor Health Plan", shortName: "HHP" },
      { kind: "provider" as const, id: provider, name: "Dr. Ana Reyes" },
      { kind: "practice" as const, id: practice, name: "North Urgent Care", shortName: "Maple" },
    ]);
    const known = [row(1, "draft", { payerIds: [payer], providerIds: [provider] }), row(2, "draft")];
    const found = (typed: string) =>
      ids(
        rowsOf(
          rowsHere(known, () => undefined),
          browserAddress.read({}),
          { typed, now: noon, invoiceOf: () => undefined },
        ),
      );
    for (const typed of ["99213 maple", "hhp", "harbor north", "reyes j02.9"])
      expect(found(typed)).toEqual(seeds(1));
    expect(found("hhp 12001")).toEqual([]);
    namesAre([]);
  });
  test("sort both ways, and no sort loses a row", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sortKeys), fc.boolean(), (sort, isDescending) => {
        expect(new Set(ids(sortRows(listed, sort, isDescending)))).toEqual(new Set(ids(rows)));
      }),
    );
    expect(shown({ sort: "amount" })).toEqual(seeds(5, 4, 3, 2, 1));
    expect(shown({ sort: "amount", order: "up" })).toEqual(seeds(1, 2, 3, 4, 5));
  });
});

test("the overview counts and sums by state and currency", () => {
  const { states, tabCounts, reasons } = overviewOf(listed);
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
  expect([...(overviewOf(rowsHere([charged], () => undefined)).states[0]?.money.byCurrency ?? [])]).toEqual([
    ["USD", 12_010],
  ]);
  expect(amountOf({ ...charged, state: "refused" })).toEqual({ minor: 900, currency: "USD" });
});

test("what is void counts money once, holds nothing up", () => {
  const first = row(7, "charged");
  const again = row(8, "charged", { visitId: first.visitId, createdAt: noon + 1 });
  const voided = buildVisitRow(1, {
    visitId: first.visitId,
    state: "voided",
    reason: "Wrong patient",
    amount: { currency: "USD", amount: 33.65 },
  });
  const { states, reasons } = overviewOf(rowsHere([first, again], () => voided));
  expect(states).toMatchObject([{ state: "voided", count: 2, visits: 1 }]);
  expect([...(states[0]?.money.byCurrency ?? [])]).toEqual([["USD", 3365]]);
  expect(reasons).toEqual([]);
});

test("what was charged or closed elsewhere waits for nobody here", () => {
  const held = [5, 6].map((seed) => row(seed, "withheld", { reason: "Papers missing", edited: true }));
  const [charged, closed] = held.map(({ visitId }, at) =>
    buildVisitRow(at, { visitId, state: at === 0 ? "charged" : "closed", invoiceNumber: 15 }),
  );
  const known = (id: string) => [charged, closed].find((each) => each?.visitId === id);
  const joined = rowsHere(held, known);
  expect(joined.map(({ eventId, state }) => [eventId, state])).toEqual([
    [held[0]?.eventId, "charged"],
    [held[1]?.eventId, "closed"],
  ]);
  expect(joined[0]?.status.words).toBe("Invoice 15");
  const { tabCounts, reasons } = overviewOf(joined);
  expect(tabCounts).toMatchObject({ needs: 0, charged: 1 });
  expect(reasons).toEqual([]);
  // An open one is as this browser says, unless it was sent anew from elsewhere.
  const open = (visitId: string) => {
    const eventId = held[0]?.visitId === visitId ? held[0].eventId : buildGuid(1, 99);
    return buildVisitRow(7, { visitId, eventId, state: "refused", receivedAt: "2100-01-01T00:00:00Z" });
  };
  expect(rowsHere(held, open).map(({ state }) => state)).toEqual(["withheld", "refused"]);
});
