import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import type { SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitState, VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { amountOf } from "./amount-of.ts";
import { clinicColumns } from "#room/features/visits/clinic/clinic-columns.ts";
import { columns, columnsFor, leastWidth } from "./columns.ts";
import { csvCell } from "#room/billing/csv.ts";
import { exportFileName, visitsCsv, visitsJson } from "./export-visits.ts";
import { keyMove } from "./key-move.ts";
import { describeOutcomes } from "./outcome-words.ts";
import { overviewOf, rowsOf, searchWords, sortRows } from "./queue-view.ts";
import { describeDryRun, dryRunOf } from "#room/features/visits/sending/dry-run.ts";
import { actionOf } from "./row-action.ts";
import { reasonKey, situationOf } from "./situation.ts";
import type { SortKey, SortedBy } from "./visits-search.ts";
import {
  agesInDays,
  nextOrder,
  readVisitsSearch,
  sortKeys,
  tabs,
  writeVisitsSearch,
} from "./visits-search.ts";

const noon = Date.UTC(2026, 10, 20, 12);

function row(seed: number, state: VisitState, changes: Partial<VisitSummary> = {}): VisitSummary {
  return {
    eventId: buildGuid(1, seed),
    visitId: buildGuid(2, seed),
    practiceId: buildGuid(9, seed % 2),
    amountMinor: 1000 * (seed + 1),
    currency: "USD",
    lineCount: 1 + (seed % 4),
    reason: "",
    blocking: 0,
    warnings: 0,
    text: "99213 j02.9",
    state,
    source: { kind: "import", name: "a.json" },
    createdAt: noon,
    updatedAt: noon + seed,
    attempts: [],
    changedSinceAttempt: false,
    edited: false,
    hasIncoming: false,
    ...changes,
  };
}

const attempt = { number: 1, startedAt: noon, by: "casey", contentHash: "x" } as const;
const every = readVisitsSearch({});

describe("the address of the queue", () => {
  test("comes back as it was written, whatever the view", () => {
    const search = fc.record({
      tab: fc.constantFrom(...tabs),
      states: fc.constantFrom([], ["draft"], ["unknown", "withheld"]),
      reason: fc.constantFrom("", "1a2b"),
      practice: fc.constantFrom("", buildGuid(9, 1)),
      age: fc.constantFrom("", ...agesInDays),
      service: fc.constantFrom("", "none", "7", "2026-11-01..2026-11-07"),
      sort: fc.constantFrom(...sortKeys),
      isDescending: fc.boolean(),
    });
    fc.assert(
      fc.property(search, (view) => {
        const address = writeVisitsSearch(view as ReturnType<typeof readVisitsSearch>);
        expect(readVisitsSearch(JSON.parse(JSON.stringify(address)))).toEqual(view);
      }),
    );
  });

  test("ignores whatever it does not know", () => {
    expect(
      readVisitsSearch({
        tab: "x",
        state: "gone,draft",
        sort: ["a"],
        practice: "<script>",
        reason: "Jane Doe",
      }),
    ).toEqual({ ...every, states: ["draft"] });
  });

  test("holds a reason as a key, never as its words", () => {
    const key = reasonKey("Review for Jane Doe");
    expect(key).toMatch(/^[0-9a-z]{1,13}$/);
    expect(key).toBe(reasonKey(" review for jane doe "));
  });
});

describe("what the queue says of an event", () => {
  test.each<[VisitState, Partial<VisitSummary>, string]>([
    ["draft", {}, "Ready to send"],
    ["draft", { blocking: 2, warnings: 1 }, "2 problems to fix, 1 warning"],
    [
      "draft",
      { blocking: 2, problem: "The procedure code is missing", problemAt: "Charge 2" },
      "Charge 2: The procedure code is missing, and 1 more",
    ],
    ["draft", { warnings: 1, problem: "More is paid than billed" }, "Warning: More is paid than billed"],
    ["draft", { reason: "Papers missing" }, "Papers missing"],
    ["withheld", { reason: "Papers missing" }, "Papers missing"],
    [
      "unknown",
      { attempts: [{ ...attempt, outcome: "unknown", durationMs: 30_000 }] },
      "No answer in 30 s: the invoice may exist",
    ],
    [
      "unknown",
      { attempts: [{ ...attempt, outcome: "unknown", message: "The connection was cut." }] },
      "The connection was cut: the invoice may exist",
    ],
    [
      "refused",
      {
        attempts: [
          {
            ...attempt,
            outcome: "refused",
            fields: [
              {
                path: ["AutoChargedEvent", "visitCharged", "charges", 1, "quantity"],
                code: "GreaterThan",
                message: "'quantity' must be above 0.",
              },
            ],
          },
        ],
      },
      "Charge 2 › Quantity must be above 0",
    ],
    [
      "refused",
      { attempts: [{ ...attempt, outcome: "refused", code: "VisitAlreadyInvoiced" }] },
      "Another event has charged this visit",
    ],
    [
      "waiting",
      { queued: { state: "waiting", reason: "offline", since: noon, notBefore: 0, tries: 0 } },
      "Offline: it will be sent when you are back online",
    ],
    ["charged", {}, "Invoice created"],
    ["charged", { changedSinceAttempt: true }, "Invoice created; changes made since can’t be sent"],
    ["draft", { hasIncoming: true }, "Changed here and in a newer import: merge the two"],
  ])("%s %j: %s", (state, changes, words) => {
    expect(situationOf(row(1, state, changes)).words).toBe(words);
  });

  test("refusals of one kind are one reason, whatever their line", () => {
    const refusedAt = (line: number) =>
      row(line, "refused", {
        attempts: [
          {
            ...attempt,
            outcome: "refused",
            fields: [{ path: ["visitCharged", "charges", line, "quantity"], code: "", message: "x" }],
          },
        ],
      });
    expect(overviewOf([refusedAt(1), refusedAt(2)]).reasons).toMatchObject([
      { words: "Refused: Quantity", count: 2 },
    ]);
  });
});

const rows = [
  row(1, "charged"),
  row(2, "withheld", { reason: "Papers missing" }),
  row(3, "draft", { text: "12001 s61.412a" }),
  row(4, "unknown", { attempts: [{ ...attempt, startedAt: noon - 8 * 86_400_000, outcome: "unknown" }] }),
  row(5, "withheld", { reason: "Papers missing", currency: "EUR" }),
];

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

describe("a dry run", () => {
  const send: SendPlan = { kind: "send", expects: "charged" };
  const plans: Record<string, SendPlan> = {
    a: send,
    b: { kind: "correct", expects: "charged" },
    c: { kind: "blocked", reason: "charged", message: "" },
    d: { kind: "blocked", reason: "blocking-faults", message: "" },
    e: { kind: "blocked", reason: "charged", message: "" },
    f: { kind: "blocked", reason: "to-be-merged", message: "" },
    g: { kind: "repeat", expects: "withheld" },
    h: { kind: "repeat", expects: "answer" },
  };
  const rowOf = (id: string) => row(id.charCodeAt(0) - 96, "draft", { warnings: id === "b" ? 1 : 0 });
  const run = dryRunOf(Object.keys(plans), (id) => plans[id] ?? send, rowOf);

  test("says what will be sent, withheld or not, and why", () => {
    expect(describeDryRun(run, "match")).toBe(
      "8 match: 4 will be sent (1 of them will be withheld, 1 again, to find out if charged, 1 as a corrected version), 2 are already charged, 1 must be merged with a newer import first, 1 has problems to fix.",
    );
    expect(run).toMatchObject({
      sendable: ["a", "b", "g", "h"],
      warned: 1,
      withheld: 1,
      repeated: 1,
      corrected: 1,
    });
  });
  test("speaks of one as of one", () => {
    expect(
      describeDryRun(
        dryRunOf(["a"], () => send, rowOf),
        "are selected",
      ),
    ).toBe("1 is selected: 1 will be sent.");
  });
  test("sends only the newest of several events of one visit", () => {
    const events = { a: 10, b: 30, c: 20 };
    const rows = new Map(
      Object.entries(events).map(([id, createdAt]) => [id, row(1, "draft", { eventId: id, createdAt })]),
    );
    const both = dryRunOf(
      [...rows.keys()],
      () => send,
      (id) => rows.get(id),
    );
    expect(both.sendable).toEqual(["b"]);
    expect(describeDryRun(both, "are selected")).toBe(
      "3 are selected: 1 will be sent, 2 charge the same visit as another of these.",
    );
  });
});

test("a batch says its outcomes, the good ones first", () => {
  expect(describeOutcomes({ unknown: 1, charged: 1200, withdrawn: 3 })).toBe(
    "1,200 charged, 1 unknown, 3 not sent",
  );
});

describe("an export", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+49", "'+49"],
    ["-2", "'-2"],
    ["@x", "'@x"],
    ["\tx", "'\tx"],
    [" =1", "' =1"],
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    [-2, "-2"],
    [undefined, ""],
  ])("writes %j as a cell that no spreadsheet runs", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
  test("CSV has a line per row, formulas as text", () => {
    const lines = visitsCsv([row(1, "withheld", { reason: "=cmd|' /C calc'!A0" })]).split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("'=cmd|' /C calc'!A0");
    expect(lines[1]).toContain(",20,USD,");
  });
  test("as JSON is what an import reads", () => {
    const events = [{ eventId: "a" }, { eventId: "b", x: [1, null] }];
    expect(JSON.parse(visitsJson(events, "json"))).toEqual(events);
    expect(
      visitsJson(events, "ndjson")
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(events);
  });
  test("has a name with nothing of a record in it", () => {
    expect(exportFileName("csv", 3, new Date(noon))).toBe("visits-3-2026-11-20-1200.csv");
  });
});

test("fixed columns stay, and the issue keeps its width", () => {
  expect(columnsFor([]).wide.map((column) => column.id)).toEqual(["state", "visit", "amount"]);
  expect(columnsFor("broken").wide.length).toBe(7);
  expect(columnsFor(undefined).medium.map((column) => column.id)).not.toContain("lines");
  const all = columnsFor(columns.map(({ id }) => id)).medium;
  const others = all.reduce((sum, { width }) => sum + (width ?? 0), 0);
  expect(leastWidth(all, 100)).toBeGreaterThanOrEqual(others + 100 + 200);
});

test("keys move the active row and act on it", () => {
  const at = { active: 2, count: 5, page: 10, isOnRow: true };
  const press = (key: string, changes = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...changes,
  });
  expect(keyMove(press("ArrowDown"), at)).toEqual({ to: 3 });
  expect(keyMove(press("PageDown"), at)).toEqual({ to: 4 });
  expect(keyMove(press("Home"), at)).toEqual({ to: 0 });
  expect(keyMove(press(" "), at)).toEqual({ does: "toggle" });
  expect(keyMove(press("a", { ctrlKey: true }), at)).toEqual({ does: "all" });
  expect(keyMove(press("r", { ctrlKey: true }), at)).toBeUndefined();
  expect(keyMove(press(" "), { ...at, isOnRow: false })).toBeUndefined();
  expect(keyMove(press("ArrowDown"), { ...at, count: 0 })).toBeUndefined();
});

test.each([
  ["charged", { source: { kind: "example" } }, undefined],
  ["waiting", { source: { kind: "example" } }, "Withdraw"],
  ["draft", { source: { kind: "example" } }, "Try"],
  ["unknown", { source: { kind: "example" }, attempts: [attempt] }, "Retry"],
  ["withheld", { attempts: [attempt], replacedBy: "b" }, undefined],
  ["draft", { hasIncoming: true }, "Merge…"],
  ["draft", {}, "Send"],
] as const)("the button of a %s row with %j", (state, changes, words) => {
  expect(actionOf(row(1, state, changes))?.[1]).toBe(words);
});

test("clicks order by a column, reverse it, then restore", () => {
  const clicks = (sort: SortKey, times: number) => {
    let order: SortedBy = { sort: "need", isDescending: false };
    for (let click = 0; click < times; click += 1) order = nextOrder(order, sort);
    return order;
  };
  expect(clicks("amount", 1)).toEqual({ sort: "amount", isDescending: true });
  expect(clicks("amount", 2)).toEqual({ sort: "amount", isDescending: false });
  expect(clicks("amount", 3)).toEqual({ sort: "need", isDescending: false });
  // No column says that the list is ordered by it when it is not.
  expect([...columns, ...clinicColumns].filter((column) => column.sort === "need")).toEqual([]);
});
