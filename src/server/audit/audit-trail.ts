import type { Kysely } from "kysely";
import { appendAudit } from "#room/server/store/append-audit.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { entryColumns, looseEntry, type AuditEntry, type AuditNote, type LooseEntry } from "./audit-entry.ts";
import { RepeatedNotes } from "./repeated-notes.ts";

/** Frequent notes of this long share a commit. */
const gatherMs = 250;
const againMs = 5000;
const maxKept = 10_000;

/** The audit log of a process. Several processes may write to the same trail. */
export function openAuditTrail(parts: {
  store: Pick<Store, "db" | "kind" | "auditKey">;
  now: () => Date;
  onFailure: (error: unknown) => void;
  windowMs?: number;
}) {
  const { store, now, onFailure, windowMs = 15 * 60_000 } = parts;
  const repeated = new RepeatedNotes(windowMs);
  /** Those that could not be written are kept while the process lives. */
  let waiting: LooseEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  function flushIn(ms: number): void {
    timer ??= setTimeout(() => void flush().catch(() => undefined), ms);
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    next = undefined;
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return;
    try {
      await store.db.transaction().execute((transaction) => appendAudit(store, transaction, entries));
    } catch (error) {
      onFailure(error);
      waiting = [...entries, ...waiting].slice(-maxKept);
      flushIn(againMs);
      throw error;
    }
  }

  /** One write at a time; calls during a write share the next one. */
  function flush(): Promise<void> {
    if (!next) {
      next = writing.then(write);
      writing = next.catch(() => undefined);
    }
    return next;
  }

  return {
    /** Records it within a quarter of a second, for frequent events. Does not delay the request. */
    note(note: AuditNote): void {
      waiting.push(looseEntry(note, now().getTime()));
      flushIn(gatherMs);
    },
    /** Records it durably before the promise resolves. Concurrent calls share a commit. */
    noteNow(note: AuditNote): Promise<void> {
      waiting.push(looseEntry(note, now().getTime()));
      return flush();
    },
    /** For events anybody can trigger at will: recorded immediately, then once per window with a count. */
    noteRepeated(note: AuditNote): Promise<void> {
      const at = now().getTime();
      for (const due of repeated.add(note, at)) waiting.push(looseEntry(due, at));
      return waiting.length === 0 ? Promise.resolve() : flush();
    },
    /** Records the counts of finished windows; call it regularly. */
    logRepeated(): void {
      const at = now().getTime();
      for (const due of repeated.over(at)) waiting.push(looseEntry(due, at));
      if (waiting.length > 0) flushIn(gatherMs);
    },
    settled(): Promise<void> {
      for (const due of repeated.all()) waiting.push(looseEntry(due, now().getTime()));
      return flush();
    },
  };
}

export type AuditTrail = ReturnType<typeof openAuditTrail>;

/** Rows since an instant and after row number `behind`, oldest first, in pages. */
export async function* auditEntries(db: Kysely<Tables>, since = 0, behind = 0): AsyncGenerator<AuditEntry> {
  let after = behind;
  for (;;) {
    const page = await db
      .selectFrom("audit_entry")
      .select([...entryColumns, "hash"])
      .where("seq", ">", after)
      .where("at", ">=", since)
      .orderBy("seq")
      .limit(1000)
      .execute();
    for (const row of page) yield { ...row, seq: Number(row.seq), at: Number(row.at) };
    const last = page.at(-1);
    if (!last) return;
    after = Number(last.seq);
  }
}
