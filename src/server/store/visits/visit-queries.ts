import { valuesOf, addNew, someOf } from "#room/server/store/rows.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { OpenVisitTable, VisitPartyTable, VisitTable } from "./visit-tables.ts";
import { needOf } from "./sort-visits.ts";
import { wordsOf } from "./visit-words.ts";

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

export async function visitsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<VisitTable[]> {
  const rows: VisitTable[] = [];
  for (const some of someOf(ids))
    rows.push(...(await db.selectFrom("visit").selectAll().where("visit_id", "in", some).execute()));
  return rows;
}

/** Of these visits, those that a person has closed, and nobody taken or reopened since. */
export async function closedByHand(db: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  const closed = new Set<string>();
  for (const some of someOf(ids)) {
    const last = db
      .selectFrom("visit_deed")
      .select((build) => build.fn.max("deed_id").as("deed_id"))
      .where("visit_id", "in", some)
      .where("deed", "in", ["closed", "reopened", "taken", "taken over", "assigned"])
      .groupBy("visit_id");
    const closings = db.selectFrom("visit_deed").where("deed_id", "in", last).where("deed", "=", "closed");
    for (const id of await valuesOf(closings, "visit_id")) closed.add(id);
  }
  return closed;
}

/** Replaces the rows of the same visits with these, also where lists look for them. Under the lock on the counter's row. */
export async function putVisits(
  { db, days }: Pick<KeyedEngine, "days"> & { readonly db: Transaction<Tables> },
  rows: readonly VisitTable[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== "visit_id");
  await db
    .insertInto("visit")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("visit_id")
        .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))),
    )
    .execute();
  await addNew(db, "visit_party", partiesOf(rows));
  // Most visits are charged by their first event, and never were among the open ones.
  const were = rows.flatMap((row) => (row.was_open === 1 ? [row.visit_id] : []));
  if (were.length > 0) await db.deleteFrom("open_visit").where("visit_id", "in", were).execute();
  const open = rows.flatMap((row): OpenVisitTable[] =>
    row.is_open === 1 ? [{ ...row, reason_words: reasonWords(row.reason), need: needOf(row, days) }] : [],
  );
  if (open.length > 0) await db.insertInto("open_visit").values(open).execute();
}
