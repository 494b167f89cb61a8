import type { Kysely } from "kysely";
import { prepareAuditAppend } from "#room/server/store/append-audit.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { type AuditEntry, type AuditNote, beforeTheFirst, hashOfEntry } from "./audit-entry.ts";
import { GatheredNotes, type LooseEntry } from "./gather-notes.ts";

export interface AuditTrail {
  /** Notes it soon, within a quarter of a second: for what happens often. Costs the request nothing. */
  note(note: AuditNote): void;
  /** Notes it durably before the promise settles. What comes together shares one commit. */
  noteNow(note: AuditNote): Promise<void>;
  /** Settles when nothing waits to be written. */
  settled(): Promise<void>;
}

/** Until then, notes that differ in their subject alone gather in one row. */
const gatherMs = 250;
const againMs = 5000;
const mostKept = 10_000;

/** The trail of a process. Several processes may write one trail. */
export function openAuditTrail(parts: {
  store: Pick<Store, "db" | "kind">;
  now: () => Date;
  onFailure: (error: unknown) => void;
}): AuditTrail {
  const { store, now, onFailure } = parts;
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
    settled: flush,
  };
}

/** The rows from an instant on, oldest first, a page at a time. */
export async function* auditEntries(db: Kysely<Tables>, since = 0): AsyncGenerator<AuditEntry> {
  let after = 0;
  for (;;) {
    const page = await db
      .selectFrom("audit_entry")
      .select(["seq", "at", "actor", "action", "subject", "remote_address as remoteAddress", "hash"])
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

/** Where the chain is broken. */
export interface BrokenChain {
  readonly seq: number;
  readonly fault: "a row is missing before it" | "the row was changed";
}

/** Walks the whole chain. The head's hash, kept elsewhere, also proves that no rows were cut off at the end. */
export async function verifyAuditTrail(
  db: Kysely<Tables>,
): Promise<{ entries: number; head: string; broken: BrokenChain | undefined }> {
  let before = beforeTheFirst;
  let entries = 0;
  for await (const entry of auditEntries(db)) {
    entries += 1;
    if (entry.seq !== entries)
      return { entries, head: before, broken: { seq: entry.seq, fault: "a row is missing before it" } };
    if (hashOfEntry(before, entry) !== entry.hash)
      return { entries, head: before, broken: { seq: entry.seq, fault: "the row was changed" } };
    before = entry.hash;
  }
  return { entries, head: before, broken: undefined };
}
