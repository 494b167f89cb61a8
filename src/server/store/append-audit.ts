import { type Kysely, sql } from "kysely";
import { beforeTheFirst, hashOfEntry } from "#room/server/audit/audit-entry.ts";
import { headMac } from "#room/server/audit/audit-head.ts";
import type { LooseEntry } from "#room/server/audit/gather-notes.ts";
import type { Engine } from "./engine.ts";
import { reusable } from "./reusable-query.ts";
import type { Tables } from "./tables.ts";

type Runner = Parameters<ReturnType<typeof reusable>>[0];
type Row = Tables["audit_entry"];

const rowsAtOnce = 50;
const advisoryLock = 7_214_002;
const blank: Row = {
  seq: 0,
  at: 0,
  actor: "",
  action: "",
  subject: "",
  remote_address: "",
  session: "",
  hash: "",
};
const columns = Object.keys(blank);

/** Appends rows to the chain, within the given transaction. */
export type AppendAudit = (transaction: Runner, entries: readonly LooseEntry[]) => Promise<void>;

/**
 * Only one transaction at a time, across all processes, reads and writes the end of the chain, so that it never forks:
 * on PostgreSQL through a lock held until commit, on SQLite because there is only one writer.
 */
export function prepareAuditAppend({
  db,
  kind,
  auditKey,
}: Pick<Engine, "db" | "kind" | "auditKey">): AppendAudit {
  const lock = sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.compile(db);
  // From the head rather than the last row: a trail that was emptied continues after the gap and shows it.
  const last = reusable(db.selectFrom("audit_head").select(["entries", "hash"]).where("id", "=", 1));
  const move = reusable(
    db.updateTable("audit_head").set({ entries: 0, hash: "", mac: "" }).where("id", "=", 1),
  );
  const adds: ReturnType<typeof insertOf>[] = [];
  return async (transaction, entries) => {
    if (entries.length === 0) return;
    if (kind === "postgres") await transaction.executeQuery(lock);
    const head = (await last(transaction, [1])).rows[0];
    let seq = Number(head?.entries ?? 0);
    let before = head?.hash ?? beforeTheFirst;
    const rows = entries.map((loose): Row => {
      seq += 1;
      before = hashOfEntry(before, { seq, ...loose });
      const { at, actor, action, subject, remoteAddress, session } = loose;
      return { seq, at, actor, action, subject, remote_address: remoteAddress, session, hash: before };
    });
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce);
      adds[some.length] ??= insertOf(db, some.length);
      await adds[some.length]?.(
        transaction,
        some.flatMap((row) => columns.map((column): unknown => Reflect.get(row, column))),
      );
    }
    await move(transaction, [seq, before, headMac({ entries: seq, hash: before }, auditKey), 1]);
  };
}

function insertOf(db: Kysely<Tables>, count: number) {
  return reusable(db.insertInto("audit_entry").values(Array.from({ length: count }, () => blank)));
}
