import type { Transaction } from "kysely";
import {
  beforeTheFirst,
  hashOfEntry,
  subjectWords,
  headMac,
  type LooseEntry,
} from "#room/server/audit/audit-entry.ts";
import type { Engine } from "./engine.ts";
import { takeTurn } from "./leader.ts";
import { someOf } from "./rows.ts";
import type { Tables } from "./tables.ts";

/**
 * Appends rows to the chain, within the given transaction. Only one transaction at a time, across all processes, reads
 * and writes the end of the chain, so that it never forks: on PostgreSQL through a lock held until commit, on SQLite
 * because there is only one writer.
 */
export async function appendAudit(
  { kind, auditKey }: Pick<Engine, "kind" | "auditKey">,
  transaction: Transaction<Tables>,
  entries: readonly LooseEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await takeTurn({ db: transaction, kind }, "trail");
  // From the head rather than the last row: a trail that was emptied continues after the gap and shows it.
  const head = await transaction
    .selectFrom("audit_head")
    .select(["entries", "hash"])
    .where("id", "=", 1)
    .executeTakeFirst();
  let seq = Number(head?.entries ?? 0);
  let hash = head?.hash ?? beforeTheFirst;
  const rows = entries.map(({ remoteAddress, ...entry }) => {
    seq += 1;
    hash = hashOfEntry(hash, { seq, remoteAddress, ...entry });
    return { seq, ...entry, remote_address: remoteAddress, hash };
  });
  const subjects = rows.flatMap((row) =>
    subjectWords(row.subject).map((subject) => ({ subject, seq: row.seq })),
  );
  for (const some of someOf(rows)) await transaction.insertInto("audit_entry").values(some).execute();
  for (const some of someOf(subjects)) await transaction.insertInto("audit_subject").values(some).execute();
  const mac = headMac({ entries: seq, hash }, auditKey);
  await transaction.updateTable("audit_head").set({ entries: seq, hash, mac }).where("id", "=", 1).execute();
}
