import fc from "fast-check";
import { expect, test } from "vitest";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { visitFilterObject } from "#room/contract/schemas/visit-filter.ts";
import { reasonKey } from "#room/features/visits/queue/situation.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { readAmounts } from "./amount-range.ts";
import { clinicActionOf } from "./clinic-action.ts";
import { clinicRow } from "./clinic-row.ts";
import type { ClinicSearch } from "./clinic-search.ts";
import { clinicSorts, clinicTabs, everything, readClinicSearch, writeClinicSearch } from "./clinic-search.ts";
import { clinicSituation, holderWords, putOffWords, waitedWords } from "./clinic-words.ts";
import { countBeyondService, joinRows, rowId, SteadyOrder } from "./join-rows.ts";
import { filterOf, searchOf } from "./view-filter.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

function visitOf(index: number, changes: Partial<VisitRow> = {}): VisitRow {
  return buildVisitRow(index, {
    practiceId: buildGuid(3, 1),
    reason: "Papers missing",
    amount: { currency: "USD", amount: 100 },
    lineCount: 2,
    serviceDate: "2026-11-18",
    ...changes,
  });
}

function summaryOf(index: number, changes: Partial<VisitSummary> = {}): VisitSummary {
  return {
    eventId: buildGuid(2, index),
    visitId: buildGuid(1, index),
    practiceId: buildGuid(3, 1),
    state: "draft",
    source: { kind: "import" },
    createdAt: now - 3_600_000,
    updatedAt: now - 3_600_000,
    attempts: [],
    changedSinceAttempt: false,
    edited: false,
    hasIncoming: false,
    amountMinor: 10_000,
    currency: "USD",
    lineCount: 2,
    reason: "",
    blocking: 0,
    warnings: 0,
    text: "99213",
    ...changes,
  };
}

const guid = fc.integer({ min: 1, max: 99 }).map((index) => buildGuid(9, index));
const orNot = (some: fc.Arbitrary<string>) => fc.oneof(fc.constant(""), some);
const anySearch: fc.Arbitrary<ClinicSearch> = fc.record({
  tab: fc.constantFrom(...clinicTabs),
  state: fc.constantFrom("", "withheld", "refused"),
  reason: orNot(fc.constant(reasonKey("Papers missing"))),
  practice: orNot(guid),
  payer: orNot(guid),
  provider: orNot(guid),
  service: orNot(fc.constantFrom("today", "7", "2026-11-01..2026-11-07")),
  age: fc.constantFrom("", "1", "7", "30", "2026-11-18"),
  waited: fc.constantFrom("", "0-1", "2-3", "4-7", "8+"),
  amount: orNot(fc.constantFrom("100..", "..50.5", "10..20")),
  who: orNot(fc.constantFrom("me", "free", "dana@clinic")),
  sort: fc.constantFrom(...clinicSorts),
  isDescending: fc.boolean(),
});

test("an address names its view, which the service understands", () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const address = writeClinicSearch(search);
      expect(readClinicSearch(JSON.parse(JSON.stringify(address)))).toEqual(search);
      const filter = filterOf(search, {
        me: "casey",
        today: "2026-11-20",
        reason: "Papers missing",
        typed: " pat ",
      });
      expect(visitFilterObject.safeParse(filter).success).toBe(true);
      expect(JSON.stringify(address)).not.toMatch(/Papers|pat/);
      expect(filter.text).toBe("pat");
    }),
  );
  expect(writeClinicSearch(everything)).toEqual(
    writeClinicSearch(readClinicSearch({ tab: "nonsense", who: "a b" })),
  );
  expect(readClinicSearch({ amount: ".." }).amount).toBe("");
});

test("a saved view restores its address, with the reader's visits", () => {
  const fixed = anySearch.filter(({ age, waited, service, tab, who, state }) => {
    const isPlain = age === "" && waited === "" && (service === "" || service.includes(".."));
    return (
      isPlain &&
      !(tab === "todo" && who !== "") &&
      (state === "" || tab === "todo" || tab === "open" || tab === "later")
    );
  });
  fc.assert(
    fc.property(fixed, (search) => {
      const filter = filterOf(search, {
        me: "casey",
        today: "2026-11-20",
        reason: "Papers missing",
        typed: "",
      });
      expect(searchOf(filter, "casey")).toEqual(search);
    }),
  );
});

test("the opening view has mine and nobody's, oldest, largest first", () => {
  const filter = filterOf(everything, {
    me: "casey",
    today: "2026-11-20",
    reason: undefined,
    typed: "",
  });
  expect(filter).toEqual({ takenBy: "casey", isFree: true, isSnoozed: false, sort: "need" });
});

const facts = {
  isWhole: true,
  known: () => undefined,
  search: everything,
  typed: "",
  now,
  today: "2026-11-20",
};

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

test("the newer truth leads: charged, sent, corrected, else the service", () => {
  const attempt = { number: 1, startedAt: now, outcome: "withheld" } as VisitSummary["attempts"][number];
  const leads = (clinic: Partial<VisitRow>, here: Partial<VisitSummary>) => {
    const row = clinicRow(visitOf(1, clinic), summaryOf(1, here));
    return [row.leads, clinicSituation(row).label];
  };
  expect(leads({}, {})).toEqual(["clinic", "Withheld"]);
  expect(leads({ state: "charged", invoiceNumber: 7 }, { state: "unknown" })).toEqual(["clinic", "Charged"]);
  expect(leads({}, { state: "charged" })).toEqual(["browser", "Charged"]);
  expect(leads({}, { state: "unknown" })).toEqual(["browser", "Unknown"]);
  expect(leads({}, { state: "withheld", attempts: [attempt], changedSinceAttempt: true })[0]).toBe("browser");
  expect(leads({ state: "closed", reason: "Duplicate visit" }, {})).toEqual(["clinic", "Closed"]);
});

test("charged here stays for the day, charged elsewhere goes", () => {
  const attempt = (startedAt: number) =>
    [{ number: 1, startedAt, outcome: "charged" }] as unknown as VisitSummary["attempts"];
  const rowsOf = (here: VisitSummary, clinic: VisitRow) =>
    joinRows({ ...facts, served: [], here: [here], known: () => clinic }).length;
  const charged = visitOf(1, { state: "charged" });
  expect(rowsOf(summaryOf(1, { state: "charged", attempts: attempt(now - 60_000) }), charged)).toBe(1);
  expect(rowsOf(summaryOf(1, { state: "charged", attempts: attempt(now - 86_400_000) }), charged)).toBe(0);
  expect(rowsOf(summaryOf(1), charged)).toBe(0);
  expect(rowsOf(summaryOf(1), visitOf(1, { takenBy: "dana" }))).toBe(0);
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
        const asked = {
          ...facts,
          here: own.map(([summary]) => summary),
          known: (id: string) => latest.get(id),
          search: { ...everything, tab } as const,
        };
        const rows = joinRows({ ...asked, served });
        const counted = served.length + countBeyondService({ ...asked, me: "casey" });
        expect(counted).toBe(rows.length);
      },
    ),
  );
  expect(countBeyondService({ ...facts, me: "casey", here: [summaryOf(1)] }), "not asked yet").toBe(0);
  expect(countBeyondService({ ...facts, me: "casey", here: [summaryOf(1, { visitId: "" })] })).toBe(1);
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
  const row = (index: number) => clinicRow(visitOf(index), undefined);
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
  const row = (index: number) => clinicRow(visitOf(index), undefined);
  const steady = new SteadyOrder();
  const arrange = (order: readonly number[], isServed: boolean) =>
    steady.arrange(order.map(row), isServed, () => undefined).map(rowId);
  const ids = (order: readonly number[]) => order.map((index) => buildGuid(1, index));
  expect(arrange([7, 8], false)).toEqual(ids([7, 8]));
  expect(arrange([1, 2, 8, 3, 7, 4], true)).toEqual(ids([1, 2, 8, 3, 7, 4]));
  expect(arrange([7, 1, 2, 3, 8, 4], true)).toEqual(ids([1, 2, 8, 3, 7, 4]));
});

test("a row says holder, lease, delay and waiting time", () => {
  const row = (part: Partial<VisitRow>) => clinicRow(visitOf(1, part), undefined);
  const until = "2026-11-20T12:30:00.0000000";
  expect(holderWords(row({ takenBy: "Casey", takenUntil: until }), "casey", now)).toMatch(/^You until \d/);
  expect(holderWords(row({ takenBy: "dana", takenUntil: until }), "casey", now)).toMatch(/^dana until \d/);
  expect(holderWords(row({ takenBy: "dana", takenUntil: until }), "casey", now + 3_600_000)).toBe("");
  expect(putOffWords(row({ snoozedUntil: "9999-12-31T00:00:00.0000000" }), now)).toBe(
    "Put off until a new event",
  );
  expect(putOffWords(row({ snoozedUntil: "2026-11-24T13:00:00.0000000" }), now)).toMatch(
    /^Put off until .*24/,
  );
  expect([90_000, 3_600_000, 86_400_000, 9 * 86_400_000].map((ms) => waitedWords(now - ms, now))).toEqual([
    "1 min",
    "1 h",
    "1 day",
    "9 days",
  ]);
});

test("amounts are read as typed, or explained when wrong", () => {
  expect(readAmounts("$1,000", "")).toEqual({ range: "1000.." });
  expect(readAmounts("", "99.50")).toEqual({ range: "..99.50" });
  expect(readAmounts("5", "4")).toHaveProperty("to");
  expect(readAmounts("", "")).toHaveProperty("from");
  expect(readAmounts("ten", "")).toHaveProperty("from");
});

test("a row offers only what its visit's state allows", () => {
  const known = { startedAt: now, by: "casey", number: 1, contentHash: "", outcome: "unknown" } as const;
  const unanswered = summaryOf(1, { state: "unknown", source: { kind: "example" }, attempts: [known] });
  const offered = (changes: Partial<VisitRow> | null, here?: VisitSummary) =>
    clinicActionOf(clinicRow(changes && visitOf(1, changes), here), "casey");
  expect(offered({ state: "charged" }, unanswered)).toBe("open");
  expect(offered({ state: "charged" }, summaryOf(1))).toBe("open");
  expect(offered({ state: "closed" }, summaryOf(1))).toBe("open");
  expect(offered(null, summaryOf(1, { state: "charged" }))).toBe("open");
  expect(offered(null, unanswered)).toBe("own");
  expect(offered({}, summaryOf(1, { state: "withheld", attempts: [known] }))).toBe("own");
  expect(offered({})).toBe("take");
  expect(offered({ takenBy: "robin", takenUntil: "2026-11-20T13:00:00.0000000" })).toBe("open");
  expect(offered({ takenBy: "Casey", takenUntil: "2026-11-20T13:00:00.0000000" })).toBe("go on");
});
