import type { AuditEntry, AuditNote } from "./audit-entry.ts";

/** A row before it has its place in the chain. */
export type LooseEntry = Omit<AuditEntry, "seq" | "hash">;

interface Gathered {
  readonly note: AuditNote;
  readonly at: number;
  readonly subjects: Map<string, number>;
}

const mostSubjects = 200;

function subjectText(subjects: ReadonlyMap<string, number>): string | null {
  if (subjects.size === 0) return null;
  return [...subjects].map(([subject, times]) => (times > 1 ? `${subject}×${times}` : subject)).join(" ");
}

/** Puts notes that differ in their subject alone into one row. */
export class GatheredNotes {
  #rows: Gathered[] = [];
  readonly #open = new Map<string, Gathered>();

  get size(): number {
    return this.#rows.length;
  }

  add(note: AuditNote, at: number): void {
    const key = `${note.action}\n${note.remoteAddress ?? ""}\n${note.actor ?? ""}`;
    let row = this.#open.get(key);
    if (!row || row.subjects.size >= mostSubjects) {
      row = { note, at, subjects: new Map() };
      this.#open.set(key, row);
      this.#rows.push(row);
    }
    if (note.subject !== undefined) row.subjects.set(note.subject, (row.subjects.get(note.subject) ?? 0) + 1);
  }

  /** What was gathered, in its order; nothing of it is gathered any more. */
  take(): LooseEntry[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#open.clear();
    return rows.map(({ note, at, subjects }) => {
      const { actor = null, action, remoteAddress = null } = note;
      return { at, actor, action, subject: subjectText(subjects), remoteAddress };
    });
  }
}
