import fc from "fast-check";
import { expect, test } from "vitest";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildGuid } from "#room/testing/builders.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { listRow, rowId } from "#room/features/visits/list/list-row.ts";
import { type ClinicSearch, everything } from "#room/features/visits/list/list-search.ts";
import { JoinedList } from "./joined-list.ts";
import { countBeyondService, isInView, joinRows, SteadyOrder } from "./join-rows.ts";
import { facts, now, summaryOf, visitOf } from "./test-rows.ts";

test("each visit is one row, from service and browser joined", () => {
  const rows = joinRows({
    ...facts,
    served: [visitOf(1), visitOf(2), visitOf(1)],
    here: [
      summaryOf(2),
      summaryOf(3),
      summaryOf(4, { eventId: buildGuid(2, 44) }),
      summaryOf(4, { createdAt: now }),
    ],
    known: (id) => (id === buildGuid(1, 3) ? null : undefined),
  });
  expect(rows.map(rowId).sort()).toEqual([1, 2, 3, 4].map((index) => buildGuid(1, index)));
  const only = rows.find((row) => rowId(row) === buildGuid(1, 3));
  expect([only?.isOnlyHere, only?.leads]).toEqual([true, "browser"]);
  expect(rows.filter(({ isOnlyHere }) => isOnlyHere)).toHaveLength(1);
});

test("a charged visit being corrected stands as it was charged", () => {
  const source = { kind: "correction", corrects: { invoice: 7, reason: "" } } as const;
  const clinic = visitOf(1, { state: "charged", invoiceNumber: 7 });
  const here = [summaryOf(1, { state: "draft", source })];
  const statesOf = (tab: "charged" | "todo", served: readonly VisitRow[]) =>
    joinRows({ ...facts, served, here, known: () => clinic, search: { ...everything, tab } }).map(
      ({ state }) => state,
    );
  expect(statesOf("charged", [clinic])).toEqual(["charged"]);
  expect(statesOf("todo", [])).toEqual(["draft"]);
  // Nothing is to be done with one of what is void.
  const known = () => visitOf(1, { state: "voided", invoiceNumber: 7 });
  const counted = countBeyondService({ ...facts, here, known, me: "casey" });
  expect([joinRows({ ...facts, served: [], here, known }).length, counted]).toEqual([0, 0]);
});

test("what is charged or another’s is not to do", () => {
  const rowsOf = (here: VisitSummary, clinic: VisitRow | null) =>
    joinRows({ ...facts, served: [], here: [here], known: () => clinic }).length;
  const charged = visitOf(1, { state: "charged" });
  expect(rowsOf(summaryOf(1, { state: "charged" }), charged)).toBe(0);
  expect(rowsOf(summaryOf(1, { state: "charged" }), null)).toBe(0);
  expect(rowsOf(summaryOf(1, { state: "withheld", changedSinceAttempt: true }), charged)).toBe(0);
  expect(rowsOf(summaryOf(1), visitOf(1, { takenBy: "dana" }))).toBe(0);
  const danas = visitOf(1, { takenBy: "dana", takenUntil: "2026-11-20T12:10:00.0000000" });
  expect(rowsOf(summaryOf(1), danas)).toBe(0);
  // What was typed here before it was taken over is to be found.
  expect(rowsOf(summaryOf(1, { edited: true }), danas)).toBe(1);
  expect(rowsOf(summaryOf(1, { edited: true }), visitOf(1))).toBe(1);
  expect(rowsOf(summaryOf(1, { state: "unknown" }), danas)).toBe(1);
});

test("this browser’s rows are filtered and found", () => {
  const [payer, provider] = [buildGuid(5, 1), buildGuid(4, 1)];
  const here = [summaryOf(1, { payerIds: [payer], providerIds: [provider] }), summaryOf(2)];
  const clinic = visitOf(1, { invoiceNumber: 12 });
  const found = (search: Partial<ClinicSearch>, typed = "") =>
    joinRows({
      ...facts,
      served: [],
      here,
      typed,
      search: { ...everything, ...search },
      known: (id) => (id === clinic.visitId ? null : undefined),
    }).map(({ visitId }) => visitId);
  expect(found({ payer })).toEqual([buildGuid(1, 1)]);
  expect(found({ provider })).toEqual([buildGuid(1, 1)]);
  const charged = { ...summaryOf(1), state: "unknown" as const, serviceDate: "2026-11-17" };
  const typed = (words: string) =>
    joinRows({
      ...facts,
      served: [],
      here: [charged, summaryOf(2, { text: "invoice 12" })],
      typed: words,
      known: (id) => (id === clinic.visitId ? clinic : null),
    }).map(({ visitId }) => visitId);
  expect(typed("Invoice 12")).toEqual([buildGuid(1, 1)]);
  expect(typed("Invoice 1")).toEqual([]);
  expect(typed("Nov 17")).toEqual([buildGuid(1, 1)]);
});

test("a snoozed draft is later, not to do", () => {
  const snoozed = visitOf(1, { snoozedUntil: new Date(now + 60_000).toISOString() });
  const parts = { ...facts, me: "casey", here: [summaryOf(1, { edited: true })], known: () => snoozed };
  const listed = (tab: ClinicSearch["tab"], served: readonly VisitRow[]) => {
    const search = { ...everything, tab };
    const rows = joinRows({ ...parts, served, search });
    return [rows.length, rows.filter((row) => isInView(row, { ...parts, search })).length];
  };
  expect(listed("todo", [])).toEqual([0, 0]);
  // Shown before it was snoozed: it keeps its place, and is told as moved.
  expect(listed("todo", [snoozed])).toEqual([1, 0]);
  expect(listed("later", [snoozed])).toEqual([1, 1]);
  expect(listed("later", [])).toEqual([1, 1]);
  expect(countBeyondService({ ...parts, search: everything })).toBe(0);
  expect(countBeyondService({ ...parts, search: { ...everything, tab: "later" } })).toBe(0);
});

test("a draft with nothing to bill isn’t to do", () => {
  const blank = { source: { kind: "new" as const }, text: "", amountMinor: 0, lineCount: 1 };
  const listed = (changes: Partial<VisitSummary>, tab: ClinicSearch["tab"] = "todo") => {
    const parts = {
      ...facts,
      me: "casey",
      here: [summaryOf(1, { ...blank, ...changes })],
      known: () => null,
    };
    const search = { ...everything, tab };
    return [joinRows({ ...parts, served: [], search }).length, countBeyondService({ ...parts, search })];
  };
  expect(listed({})).toEqual([0, 0]);
  expect(listed({}, "all")).toEqual([1, 1]);
  expect(listed({ text: "99213" })).toEqual([1, 1]);
  expect(listed({ payerIds: [buildGuid(5, 1)] })).toEqual([1, 1]);
  expect(listed({ source: { kind: "import" } })).toEqual([1, 1]);
});

test("rows that left the view are told apart", () => {
  const list = new JoinedList();
  const listed = { ...facts, me: "casey", here: [], latest: new Map(), search: everything };
  const pages = [[visitOf(1), visitOf(2), visitOf(3), visitOf(4)]];
  expect(list.join({ ...listed, pages }).gone.size).toBe(0);
  const until = { takenUntil: "2026-11-20T12:30:00.0000000", changeNumber: 2 };
  const changed = [
    visitOf(1, { state: "charged", changeNumber: 2 }),
    visitOf(2, { takenBy: "dana", ...until }),
    visitOf(3, { takenBy: "casey", ...until }),
  ];
  const latest = new Map(changed.map((row) => [row.visitId, row]));
  const joined = list.join({ ...listed, pages, latest });
  expect(joined.rows).toHaveLength(4);
  expect([...joined.gone]).toEqual([buildGuid(2, 1), buildGuid(2, 2)]);
});

test("rows the view’s filters no longer match are gone", () => {
  const [practice, payer] = [buildGuid(3, 1), buildGuid(12, 1)];
  const before = visitOf(1, { payerIds: [payer], providerIds: [payer] });
  const goneAfter = (search: Partial<typeof everything>, changes: Partial<VisitRow>) => {
    const list = new JoinedList();
    const listed = {
      ...facts,
      me: "casey",
      here: [],
      search: { ...everything, ...search },
      pages: [[before]],
    };
    expect(list.join({ ...listed, latest: new Map() }).gone.size).toBe(0);
    const after = { ...before, ...changes, changeNumber: before.changeNumber + 1 };
    return list.join({ ...listed, latest: new Map([[after.visitId, after]]) }).gone.size;
  };
  const other = buildGuid(3, 9);
  expect(goneAfter({ practice }, { practiceId: other })).toBe(1);
  expect(goneAfter({ payer }, { payerIds: [other] })).toBe(1);
  expect(goneAfter({ provider: payer }, { providerIds: [] })).toBe(1);
  expect(goneAfter({ service: "2026-11-17..2026-11-19" }, { serviceDate: "2026-11-16" })).toBe(1);
  expect(goneAfter({ amount: "50..100" }, { amount: { currency: "USD", amount: 100.01 } })).toBe(1);
  expect(goneAfter({ practice, payer, amount: "50.." }, { reason: "Another" })).toBe(0);
});

const anyOwn: fc.Arbitrary<[VisitSummary, VisitRow | null]> = fc
  .record({
    index: fc.integer({ min: 1, max: 6 }),
    state: fc.constantFrom<VisitSummary["state"]>("draft", "waiting", "unknown", "withheld", "refused"),
    changedSinceAttempt: fc.boolean(),
    clinic: fc.option(
      fc.record({
        state: fc.constantFrom<VisitRow["state"]>("withheld", "refused", "charged", "closed"),
        takenBy: fc.constantFrom("casey", "dana"),
        takenUntil: fc.constantFrom(undefined, "2026-11-20T12:30:00.0000000", "2026-11-20T11:30:00.0000000"),
        snoozedUntil: fc.constantFrom(undefined, "2026-11-20T13:00:00.0000000"),
      }),
    ),
  })
  .map(({ index, clinic, ...own }) => [
    summaryOf(index, own),
    clinic && visitOf(index, clinic as Partial<VisitRow>),
  ]);

test("a tab counts every row under it once", () => {
  const isIn = (tab: ClinicSearch["tab"], row: VisitRow) => {
    const isOpen = row.state === "withheld" || row.state === "refused";
    const isTheirs = row.takenBy === "dana" && row.takenUntil === "2026-11-20T12:30:00.0000000";
    if (tab === "open") return isOpen;
    return isOpen && (tab === "later" ? row.snoozedUntil !== undefined : !row.snoozedUntil && !isTheirs);
  };
  fc.assert(
    fc.property(
      fc.uniqueArray(anyOwn, { selector: ([own]) => own.visitId, maxLength: 6 }),
      fc.constantFrom("todo", "open", "later"),
      (own, tab) => {
        const latest = new Map(own.map(([{ visitId }, row]) => [visitId, row]));
        const served = own.flatMap(([, row]) => (row && isIn(tab, row) ? [row] : []));
        const parts = {
          ...facts,
          here: own.map(([summary]) => summary),
          known: (id: string) => latest.get(id),
          search: { ...everything, tab } as const,
        };
        const rows = joinRows({ ...parts, served });
        const counted = served.length + countBeyondService({ ...parts, me: "casey" });
        expect(counted).toBe(rows.length);
      },
    ),
  );
  expect(countBeyondService({ ...facts, me: "casey", here: [summaryOf(1)] }), "not asked yet").toBe(0);
  expect(countBeyondService({ ...facts, me: "casey", here: [summaryOf(1, { visitId: "" })] })).toBe(1);
  const unanswered = new Set([buildGuid(1, 1)]);
  expect(countBeyondService({ ...facts, me: "casey", here: [summaryOf(1)], unanswered })).toBe(1);
});

test("the address's filters also hold for this browser's visits", () => {
  const found = (part: Partial<ClinicSearch>, typed = "") =>
    joinRows({ ...facts, typed, search: { ...everything, ...part }, served: [], here: [summaryOf(1)] })
      .length;
  expect(found({})).toBe(1);
  expect(found({ amount: "100..100" })).toBe(1);
  expect(found({ amount: "100.01.." })).toBe(0);
  expect(found({ practice: buildGuid(3, 2) })).toBe(0);
  expect(found({ payer: buildGuid(3, 2) })).toBe(0);
  expect(found({ who: "free" })).toBe(0);
  expect(found({ state: "refused" })).toBe(0);
  expect(found({ service: "today" })).toBe(0);
  expect([found({}, "99213"), found({}, "99214")]).toEqual([1, 0]);
});

test("rows keep their places; new ones come in once", () => {
  const row = (index: number) => listRow(visitOf(index), undefined);
  fc.assert(
    fc.property(
      fc.array(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8]), { minLength: 1, maxLength: 6 }),
      (lists) => {
        const steady = new SteadyOrder();
        let before: readonly string[] = [];
        for (const list of lists) {
          const rows = steady.arrange(list.map(row), true, (id) => row(Number.parseInt(id.slice(8), 16)));
          const ids = rows.map(rowId);
          expect(new Set(ids).size).toBe(ids.length);
          expect(new Set(ids)).toEqual(new Set([...before, ...list.map((index) => buildGuid(1, index))]));
          expect(ids.filter((id) => before.includes(id))).toEqual(before);
          before = ids;
        }
      },
    ),
  );
  const steady = new SteadyOrder();
  steady.arrange([row(1), row(2)], true, () => undefined);
  expect(steady.arrange([row(2), row(3)], true, () => undefined).map(rowId)).toEqual(
    [2, 3].map((i) => buildGuid(1, i)),
  );
  expect(steady.arrange([row(4), row(2), row(5), row(3)], true, () => undefined).map(rowId)).toEqual(
    [4, 2, 5, 3].map((i) => buildGuid(1, i)),
  );
});

test("rows shown before the service's list keep no place", () => {
  const row = (index: number) => listRow(visitOf(index), undefined);
  const steady = new SteadyOrder();
  const arrange = (order: readonly number[], isServed: boolean) =>
    steady.arrange(order.map(row), isServed, () => undefined).map(rowId);
  const ids = (order: readonly number[]) => order.map((index) => buildGuid(1, index));
  expect(arrange([7, 8], false)).toEqual(ids([7, 8]));
  expect(arrange([1, 2, 8, 3, 7, 4], true)).toEqual(ids([1, 2, 8, 3, 7, 4]));
  expect(arrange([7, 1, 2, 3, 8, 4], true)).toEqual(ids([1, 2, 8, 3, 7, 4]));
});
