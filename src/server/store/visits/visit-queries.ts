import { sql } from "kysely";
import { keysOf } from "#room/contract/keys-of.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { byCount, reusable, type Runner, times, valuesOf } from "#room/server/store/reusable-query.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { OpenVisitTable, VisitPartyTable, VisitTable } from "./visit-tables.ts";
import type { CountChanges } from "./visit-after.ts";
import { wordsOf } from "./visit-words.ts";

const blank: VisitTable = {
  visit_id: "",
  event_id: "",
  practice_id: "",
  state: "charged",
  is_open: 0,
  was_open: 0,
  reason: "",
  reason_key: "",
  currency: "",
  amount_minor: 0,
  line_count: 0,
  service_date: "",
  payers: "",
  providers: "",
  rules: "",
  received_at: 0,
  first_received_at: 0,
  taken_by: "",
  taken_at: 0,
  taken_until: 0,
  snoozed_until: 0,
  note_count: 0,
  event_count: 0,
  invoice_number: 0,
  change_number: 0,
};
/** The columns of a visit's row. */
export const visitMembers = keysOf(blank);
const blankOpen: OpenVisitTable = { ...blank, reason_words: "" };
const openMembers = keysOf(blankOpen);
const blankParty: VisitPartyTable = { party_id: "", kind: "payer", visit_id: "" };
const partyMembers = keysOf(blankParty);
const blankCount: Tables["visit_count"] = {
  name: "",
  practice_id: "",
  currency: "",
  visits: 0,
  sum_minor: 0,
};
const countColumns = Object.keys(blankCount);
/** Within the number of values that both engines accept in one statement, and more rows than a batch has. */
const idsAtOnce = 500;

/** The words of a reason, each after a space, so that the beginning of one is found as part of the text. */
export function reasonWords(reason: string): string {
  return wordsOf(reason)
    .map((word) => ` ${word}`)
    .join("");
}

function partiesOf(rows: readonly VisitTable[]): VisitPartyTable[] {
  return rows.flatMap(({ visit_id, payers, providers }) =>
    (
      [
        ["payer", payers],
        ["provider", providers],
      ] as const
    ).flatMap(([kind, ids]) =>
      ids.split(" ").flatMap((party_id) => (party_id === "" ? [] : { party_id, kind, visit_id })),
    ),
  );
}

/** The statements that change visits, compiled once. All of them run under the lock on the counter's row. */
export function prepareVisitQueries({ db, days }: Pick<KeyedEngine, "db" | "days">) {
  const find = byCount((count) =>
    reusable(db.selectFrom("visit").selectAll().where("visit_id", "in", times(count, ""))),
  );
  const put = byCount((count) =>
    reusable(
      db
        .insertInto("visit")
        .values(times(count, blank))
        .onConflict((conflict) =>
          conflict
            .column("visit_id")
            .doUpdateSet(
              Object.fromEntries(
                visitMembers.slice(1).map((column) => [column, sql.ref(`excluded.${column}`)]),
              ),
            ),
        ),
    ),
  );
  const removeOpen = byCount((ids) =>
    reusable(db.deleteFrom("open_visit").where("visit_id", "in", times(ids, ""))),
  );
  const addOpen = byCount((rows) => reusable(db.insertInto("open_visit").values(times(rows, blankOpen))));
  const addParties = byCount((rows) =>
    reusable(
      db
        .insertInto("visit_party")
        .values(times(rows, blankParty))
        .onConflict((conflict) => conflict.doNothing()),
    ),
  );
  /** Of each number of parties that is a power of two, one statement: the last row fills it up. */
  async function putParties(runner: Runner, rows: readonly VisitPartyTable[]): Promise<void> {
    for (let from = 0; from < rows.length; from += idsAtOnce) {
      const some = rows.slice(from, from + idsAtOnce);
      const filled = 2 ** Math.ceil(Math.log2(some.length));
      const all = [...some, ...some.slice(-1).flatMap((last) => times(filled - some.length, last))];
      await addParties(filled)(runner, valuesOf(all, partyMembers));
    }
  }
  const count = byCount((rows) =>
    reusable(
      db
        .insertInto("visit_count")
        .values(times(rows, blankCount))
        .onConflict((conflict) =>
          conflict.columns(["name", "practice_id", "currency"]).doUpdateSet({
            visits: sql`visit_count.visits + excluded.visits`,
            sum_minor: sql`visit_count.sum_minor + excluded.sum_minor`,
          }),
        ),
    ),
  );
  const addEvents = byCount((rows) =>
    reusable(
      db
        .insertInto("visit_event")
        .values(times(rows, { visit_id: "", event_id: "" }))
        .onConflict((conflict) => conflict.doNothing()),
    ),
  );
  return {
    async visitsOf(runner: Runner, ids: readonly string[]): Promise<VisitTable[]> {
      const rows: VisitTable[] = [];
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const some = ids.slice(from, from + idsAtOnce);
        rows.push(...(await find(some.length)(runner, some)).rows);
      }
      return rows;
    },
    /** Replaces the rows of the same visits with these, also where lists look for them. */
    async putVisits(runner: Runner, rows: readonly VisitTable[]): Promise<void> {
      if (rows.length === 0) return;
      await put(rows.length)(runner, valuesOf(rows, visitMembers));
      await putParties(runner, partiesOf(rows));
      // Most visits are charged by their first event, and never were among the open ones.
      const were = rows.filter((row) => row.was_open === 1);
      if (were.length > 0) await removeOpen(were.length)(runner, valuesOf(were, ["visit_id"]));
      const open = rows.filter((row) => row.is_open === 1);
      if (open.length === 0) return;
      const kept = open.map((row): OpenVisitTable => ({ ...row, reason_words: reasonWords(row.reason) }));
      await addOpen(open.length)(runner, valuesOf(kept, openMembers));
    },
    async addVisitEvents(runner: Runner, rows: readonly Tables["visit_event"][]): Promise<void> {
      if (rows.length > 0) await addEvents(rows.length)(runner, valuesOf(rows, ["visit_id", "event_id"]));
    },
    async addCounts(runner: Runner, changes: CountChanges): Promise<void> {
      const rows = changes.rows(days);
      if (rows.length > 0) await count(rows.length)(runner, valuesOf(rows, countColumns));
    },
  };
}
