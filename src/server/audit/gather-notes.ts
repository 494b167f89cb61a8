import type { AuditEntry, AuditNote } from "./audit-entry.ts";

/** A row before it has its place in the chain. */
export type LooseEntry = Omit<AuditEntry, "seq" | "hash">;

interface Gathered {
  readonly note: AuditNote;
  readonly at: number;
  readonly subjects: Map<string, number>;
}

/** True when the two differ in their subject alone. */
function isAlike(one: AuditNote, other: AuditNote): boolean {
  return (
    one.action === other.action &&
    one.actor === other.actor &&
    one.remoteAddress === other.remoteAddress &&
    one.session === other.session
  );
}

const mostSubjects = 200;

function keyOf({ action, remoteAddress, actor, session }: AuditNote): string {
  return `${action}\n${remoteAddress ?? ""}\n${session ?? ""}\n${actor ?? ""}`;
}

function subjectText(subjects: ReadonlyMap<string, number>): string | null {
  if (subjects.size === 0) return null;
  return [...subjects].map(([subject, times]) => (times > 1 ? `${subject}×${times}` : subject)).join(" ");
}

/** Puts notes that differ in their subject alone into one row. */
export class GatheredNotes {
  #rows: Gathered[] = [];
  readonly #open = new Map<string, Gathered>();
  /** The row of the note before: most notes go where that went, and need no key. */
  #last: Gathered | undefined;

  get size(): number {
    return this.#rows.length;
  }

  add(note: AuditNote, at: number): void {
    let row = this.#last && isAlike(this.#last.note, note) ? this.#last : this.#open.get(keyOf(note));
    if (!row || row.subjects.size >= mostSubjects) {
      row = { note, at, subjects: new Map() };
      this.#open.set(keyOf(note), row);
      this.#rows.push(row);
    }
    this.#last = row;
    if (note.subject !== undefined) row.subjects.set(note.subject, (row.subjects.get(note.subject) ?? 0) + 1);
  }

  /** What was gathered, in its order; nothing of it is gathered any more. */
  take(): LooseEntry[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#open.clear();
    this.#last = undefined;
    return rows.map(({ note, at, subjects }) => {
      const { actor = null, action, remoteAddress = null, session = null } = note;
      return { at, actor, action, subject: subjectText(subjects), remoteAddress, session };
    });
  }
}
