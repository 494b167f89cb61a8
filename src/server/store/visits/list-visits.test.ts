import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import { type Engine, openEngine } from "#room/server/store/engine.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { Vault } from "#room/server/vault/vault.ts";
import { VisitLists } from "./list-visits.ts";
import { type LooseFilter, readFilter } from "./read-filter.ts";
import { compareKeys, needOf, type Order, sortColumns } from "./sort-visits.ts";
import { addCounts, Tally } from "./visit-counts.ts";
import { anyFilter, anyOrder, anyRow, few, orNot } from "./test-any-visits.ts";
import { matcherOf } from "./test-match-visits.ts";
import { buildGuid, startOfTests as now, viewer } from "./test-visits.ts";
import { putVisits } from "./visit-queries.ts";
import type { ListLimits } from "./visit-query.ts";
import { CountChanges } from "./apply-event.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { SortKey } from "./visit-types.ts";

const done = anyRow(["charged", "closed"]).map((row) => ({
  ...row,
  taken_by: null,
  taken_until: 0,
  snoozed_until: 0,
  // What is charged is so whatever was wrong before.
  ...(row.state === "charged" ? { reason: "", reason_key: "", rules: "" } : {}),
}));
const open = anyRow(["withheld", "refused"]);

/** Every second visit is open. */
const rows = fc
  .sample(fc.tuple(open, done), { numRuns: 40, seed: 7 })
  .flat()
  .map((row, n): VisitTable => ({ ...row, visit_id: buildGuid(2, n) }));

const days = new ClinicDays("America/New_York");

function keyOf(row: VisitTable, { sort }: Order): SortKey {
  const { [sort]: column } = { ...sortColumns, need: undefined };
  return [column === undefined ? needOf(row, days) : row[column], row.visit_id];
}

const noted = buildGuid(2, 5);

async function filled(url: string): Promise<Engine> {
  const engine = await openEngine(url);
  const { db } = engine;
  const counts = new CountChanges(days);
  for (const row of rows) counts.visit(undefined, row);
  // Each has been open before, with another payer.
  const before = rows.map((row) => ({ ...row, is_open: 1, payers: buildGuid(5, 2) }));
  await db.transaction().execute(async (transaction) => {
    await putVisits({ db: transaction, days }, before);
    await putVisits({ db: transaction, days }, rows);
    await addCounts(transaction, counts.rows);
  });
  await sql`insert into visit_word (word, visit_id) values ('pap', ${noted})`.execute(db);
  return engine;
}

/** What a plain look at each visit finds, in order. */
function expectedOf(given: LooseFilter, wished: Order, practices: readonly string[]) {
  const filter = readFilter(given, { practices }, now, new ClinicDays("UTC"));
  const found = rows.filter(matcherOf(filter, now, new Set(given.text === "pap" ? [noted] : [])));
  const tally = new Tally();
  for (const { currency, amount_minor } of found) tally.addMany(currency, 1, amount_minor);
  const hasDone = filter.states.has("charged") || filter.states.has("closed");
  const order = wished.sort === "need" && hasDone ? { ...wished, sort: "age" as const } : wished;
  const keys = found.map((row) => keyOf(row, order)).toSorted((a, b) => compareKeys(a, b, order));
  return { keys, found: tally.found(), order };
}

const anyPractices = orNot(fc.uniqueArray(few(9), { minLength: 1 }));
const idsOf = (keys: readonly SortKey[]) => keys.map(([, visitId]) => visitId);

describeOnBothEngines("a list", (stores) => {
  async function listsOf(limits?: ListLimits) {
    const url = await stores.fresh();
    await (await stores.open(url)).close();
    const engine = await filled(url);
    return {
      lists: new VisitLists(
        { ...engine, vault: new Vault(engine.db, () => []), days: new ClinicDays("UTC") },
        limits,
      ),
      engine,
    };
  }

  test("has what a plain look at each visit finds", async () => {
    const { lists, engine } = await listsOf();
    const page = fc.record({ behind: orNot(fc.nat(70)), limit: fc.constantFrom(1, 3, 100) });
    const property = fc.asyncProperty(
      anyFilter,
      anyOrder,
      page,
      anyPractices,
      async (given, wished, { behind, limit }, practices = []) => {
        const casey = viewer("casey", practices);
        const { keys: all, found, order } = expectedOf(given, wished, practices);
        const last = behind === undefined ? undefined : rows[behind];
        const after = last && keyOf(last, order);
        const keys = all.filter((key) => !after || compareKeys(key, after, order) > 0);
        const list = await lists.list({ filter: given, ...wished, after, limit }, casey, now);
        expect(list.found).toEqual(found);
        expect(list.visits.map((row) => row.visit_id)).toEqual(idsOf(keys.slice(0, limit)));
        expect(list.next).toEqual(keys.length > limit ? keys[limit - 1] : undefined);
        for (const row of list.visits)
          expect(row).toMatchObject(rows.find(({ visit_id: visitId }) => visitId === row.visit_id) ?? {});
        const total = { total: found.total, isExact: found.isExact };
        expect(await lists.counts([given, given], casey, now)).toEqual([total, total]);
      },
    );
    await fc.assert(property, { numRuns: 250 });
    await engine.db.destroy();
  });

  test("has each visit once, whatever signs a reason has", async () => {
    const { lists, engine } = await listsOf();
    for (const isDescending of [false, true]) {
      const order = { sort: "reason", isDescending } as const;
      const pages: VisitTable[] = [];
      for (let after: SortKey | undefined; ;) {
        const list = await lists.list({ filter: {}, ...order, after, limit: 4 }, viewer("casey"), now);
        pages.push(...list.visits);
        if (list.next === undefined) break;
        after = list.next;
      }
      const ids = pages.map(({ visit_id }) => visit_id);
      expect(ids.toSorted()).toEqual(rows.flatMap((row) => (row.is_open ? row.visit_id : [])).toSorted());
    }
    await engine.db.destroy();
  });

  test("says what of each visit a text found", async () => {
    const { lists, engine } = await listsOf();
    const states = ["withheld", "refused", "charged", "closed"] as const;
    const order = { sort: "age", isDescending: false, after: undefined, limit: 100 } as const;
    for (const text of ["pap", "mod 25", "withheld", noted]) {
      const terms = text === "withheld" ? [{ text, states: ["withheld" as const] }] : [{ text }];
      const filter = { states: [...states], terms };
      const { visits, matches } = await lists.list({ filter, ...order }, viewer("casey"), now);
      expect(visits).not.toEqual([]);
      for (const { visit_id: visitId, is_open, state } of visits) {
        const matched = matches.find((each) => each.visitId === visitId)?.matched ?? [];
        const isNoted = text === "pap" && visitId === noted;
        const other =
          text === "withheld" ? (state === text ? ["state"] : []) : is_open === 1 ? ["reason"] : [];
        const all = text === noted ? ["id"] : [...(isNoted ? ["words"] : []), ...other];
        expect(matched.filter((each) => all.includes(each))).not.toEqual([]);
        expect(matched.filter((each) => !all.includes(each))).toEqual([]);
      }
    }
    await engine.db.destroy();
  });

  test("is whole page by page, however little is looked at", async () => {
    const { lists, engine } = await listsOf({ counted: 6, looked: 5, sampled: 2, scanned: 12 });
    const property = fc.asyncProperty(
      anyFilter,
      anyOrder,
      anyPractices,
      async (given, wished, practices = []) => {
        const casey = viewer("casey", practices);
        // What a text finds among done visits is cut at what is looked at.
        const filter = { ...given, text: null };
        const { keys, found } = expectedOf(filter, wished, practices);
        const ids: string[] = [];
        for (let after: SortKey | undefined; ;) {
          const list = await lists.list({ filter, ...wished, after, limit: 4 }, casey, now);
          if (list.found.isExact) expect(list.found).toEqual(found);
          else {
            expect(list.found.total).toBeLessThanOrEqual(Math.min(6, found.total));
            expect(list.found.total).toBeGreaterThanOrEqual(list.visits.length);
          }
          ids.push(...list.visits.map((row) => row.visit_id));
          if (list.next === undefined) break;
          after = list.next;
        }
        expect(ids).toEqual(idsOf(keys));
      },
    );
    await fc.assert(property, { numRuns: 60 });
    await engine.db.destroy();
  });

  test("looks where the fewest visits are found", async () => {
    const { lists, engine } = await listsOf({ counted: 100, looked: 5, sampled: 2, scanned: 12 });
    const charged = rows.filter(({ state }) => state === "charged");
    const ofDay = (day: string) => charged.filter(({ service_date }) => service_date === day);
    const row = charged.find(
      (each) => each.service_date !== "" && each.payers !== "" && ofDay(each.service_date).length < 4,
    );
    const payerId = row?.payers.split(" ")[0] ?? "";
    expect(rows.filter(({ payers }) => payers.includes(payerId)).length).toBeGreaterThan(5);
    const { service_date: day = "" } = row ?? {};
    const filter = { states: ["charged" as const], payerId, from: day, to: day };
    const order = { sort: "received" as const, isDescending: true };
    const { keys, found } = expectedOf(filter, order, []);
    const list = await lists.list({ filter, ...order, after: undefined, limit: 4 }, viewer("casey", []), now);
    expect(list.found).toEqual({ ...found, isExact: true });
    expect(list.visits.map(({ visit_id }) => visit_id)).toEqual(idsOf(keys));
    await engine.db.destroy();
  });
});
