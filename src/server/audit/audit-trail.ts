import type { Kysely } from "kysely";
import { prepareAuditAppend } from "#room/server/store/append-audit.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { AuditEntry, AuditNote } from "./audit-entry.ts";
import { RepeatedNotes } from "./repeated-notes.ts";
import { GatheredNotes, type LooseEntry } from "./gather-notes.ts";

export interface AuditTrail {
  /** Notes it soon, within a quarter of a second: for what happens often. Costs the request nothing. */
  note(note: AuditNote): void;
  /** Notes it durably before the promise settles. What comes together shares one commit. */
  noteNow(note: AuditNote): Promise<void>;
  /** For what strangers can do as often as they like: told at once, and then once per window by its number. */
  noteRepeated(note: AuditNote): Promise<void>;
  /** Tells the number of what was repeated in windows that are over; to be called now and then. */
  tellRepeated(): void;
  /** Settles when nothing waits to be written; what was repeated is told by its number so far. */
  settled(): Promise<void>;
}

/** Until then, notes that differ in their subject alone gather in one row. */
const gatherMs = 250;
const againMs = 5000;
const mostKept = 10_000;

/** The trail of a process. Several processes may write one trail. */
export function openAuditTrail(parts: {
  store: Pick<Store, "db" | "kind" | "auditKey">;
  now: () => Date;
  onFailure: (error: unknown) => void;
  /** Repeated notes are told once in so long. */
  windowMs?: number;
}): AuditTrail {
  const { store, now, onFailure, windowMs = 15 * 60_000 } = parts;
  const repeated = new RepeatedNotes(windowMs);
  const append = prepareAuditAppend(store);
  const gathered = new GatheredNotes();
  /** What could not be written is not forgotten while the process lives. */
  let left: LooseEntry[] = [];
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
    const entries = [...left, ...gathered.take()];
    left = [];
    if (entries.length === 0) return;
    try {
      await store.db.transaction().execute((transaction) => append(transaction, entries));
    } catch (error) {
      onFailure(error);
      left = entries.slice(-mostKept);
      flushIn(againMs);
      throw error;
    }
  }

  /** One write at a time; whoever comes while one is under way shares the next. */
  function flush(): Promise<void> {
    if (!next) {
      next = writing.then(write);
      writing = next.catch(() => undefined);
    }
    return next;
  }

  return {
    note(note) {
      gathered.add(note, now().getTime());
      flushIn(gatherMs);
    },
    noteNow(note) {
      gathered.add(note, now().getTime());
      return flush();
    },
    noteRepeated(note) {
      const at = now().getTime();
      for (const due of repeated.add(note, at)) gathered.add(due, at);
      return gathered.size === 0 ? Promise.resolve() : flush();
    },
    tellRepeated() {
      const at = now().getTime();
      for (const due of repeated.over(at)) gathered.add(due, at);
      if (gathered.size > 0) flushIn(gatherMs);
    },
    settled() {
      for (const due of repeated.all()) gathered.add(due, now().getTime());
      return flush();
    },
  };
}

/** The rows from an instant on, oldest first, a page at a time; behind the row of that number. */
export async function* auditEntries(db: Kysely<Tables>, since = 0, behind = 0): AsyncGenerator<AuditEntry> {
  let after = behind;
  for (;;) {
    const page = await db
      .selectFrom("audit_entry")
      .select([
        "seq",
        "at",
        "actor",
        "action",
        "subject",
        "remote_address as remoteAddress",
        "session",
        "hash",
      ])
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
