import { type Kysely, sql } from "kysely";
import type { Store } from "#room/server/store/store.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { type AuditEntry, type AuditNote, beforeTheFirst, hashOfEntry } from "./audit-entry.ts";

export interface AuditTrail {
  /** Notes it soon, within a quarter of a second: for what happens often. Costs the request nothing. */
  note(note: AuditNote): void;
  /** Notes it durably before the promise settles: for sign-ins and for changes of users. */
  noteNow(note: AuditNote): Promise<void>;
  /** Settles when nothing waits to be written. */
  settled(): Promise<void>;
}

/** Until then, notes that differ in their subject alone gather in one row. */
const gatherMs = 250;
const mostSubjects = 200;
const rowsAtOnce = 50;
const advisoryLock = 7_214_002;

interface Gathered {
  readonly note: AuditNote;
  readonly at: number;
  readonly subjects: Map<string, number>;
}

function subjectText(subjects: ReadonlyMap<string, number>): string | null {
  if (subjects.size === 0) return null;
  return [...subjects].map(([subject, times]) => (times > 1 ? `${subject}×${times}` : subject)).join(" ");
}

/** Adds rows at the end of the chain. One process at a time, so that the chain never forks. */
async function append(store: Pick<Store, "db" | "kind">, notes: readonly Gathered[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    if (store.kind === "postgres")
      await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(transaction);
    const last = await transaction
      .selectFrom("audit_entry")
      .select(["seq", "hash"])
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    let seq = Number(last?.seq ?? 0);
    let before = last?.hash ?? beforeTheFirst;
    const rows = notes.map(({ note, at, subjects }) => {
      seq += 1;
      const { actor = null, action, remoteAddress = null } = note;
      const entry = { seq, at, actor, action, subject: subjectText(subjects), remoteAddress };
      before = hashOfEntry(before, entry);
      const { remoteAddress: remote_address, ...columns } = entry;
      return { ...columns, remote_address, hash: before };
    });
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await transaction
        .insertInto("audit_entry")
        .values(rows.slice(from, from + rowsAtOnce))
        .execute();
    }
  });
}

/** The trail of a process. Several processes may write one trail. */
export function openAuditTrail(parts: {
  store: Pick<Store, "db" | "kind">;
  now: () => Date;
  onFailure: (error: unknown) => void;
}): AuditTrail {
  const { store, now, onFailure } = parts;
  let gathered: Gathered[] = [];
  const open = new Map<string, Gathered>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function gather(note: AuditNote): void {
    const key = `${note.action}\n${note.remoteAddress ?? ""}\n${note.actor ?? ""}`;
    let row = open.get(key);
    if (!row || row.subjects.size >= mostSubjects) {
      row = { note, at: now().getTime(), subjects: new Map() };
      open.set(key, row);
      gathered.push(row);
    }
    if (note.subject !== undefined) row.subjects.set(note.subject, (row.subjects.get(note.subject) ?? 0) + 1);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const notes = gathered;
    if (notes.length === 0) return writing;
    gathered = [];
    open.clear();
    const written = writing.then(() => append(store, notes));
    writing = written.catch((error: unknown) => {
      onFailure(error);
      // Kept for the next try: what cannot be written now is not forgotten while the process lives.
      gathered = [...notes, ...gathered].slice(0, 10_000);
      timer ??= setTimeout(() => void flush(), 5000);
    });
    return written;
  }

  return {
    note(note) {
      gather(note);
      timer ??= setTimeout(() => void flush().catch(() => undefined), gatherMs);
    },
    async noteNow(note) {
      gather(note);
      await flush();
    },
    async settled() {
      await flush();
    },
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
