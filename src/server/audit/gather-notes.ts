import type { AuditEntry, AuditNote } from "./audit-entry.ts";

/** A row that is not in the chain yet. */
export type LooseEntry = Omit<AuditEntry, "seq" | "hash">;

interface Gathered {
  readonly note: AuditNote;
  readonly at: number;
  readonly subjects: Map<string, number>;
}

/** Whether the two differ only in their subject. */
function isAlike(one: AuditNote, other: AuditNote): boolean {
  return (
    one.action === other.action &&
    one.actor === other.actor &&
    one.remoteAddress === other.remoteAddress &&
    one.session === other.session
  );
}

const maxSubjects = 200;

function keyOf({ action, remoteAddress, actor, session }: AuditNote): string {
  return `${action}\n${remoteAddress ?? ""}\n${session ?? ""}\n${actor ?? ""}`;
}

function subjectText(subjects: ReadonlyMap<string, number>): string | null {
  if (subjects.size === 0) return null;
  return [...subjects].map(([subject, times]) => (times > 1 ? `${subject}×${times}` : subject)).join(" ");
}

/** Merges notes that differ only in their subject into one row. */
export class GatheredNotes {
  #rows: Gathered[] = [];
  readonly #open = new Map<string, Gathered>();
  /** The previous note's row: most notes go to the same one, without computing a key. */
  #last: Gathered | undefined;

  get size(): number {
    return this.#rows.length;
  }

  add(note: AuditNote, at: number): void {
    let row = this.#last && isAlike(this.#last.note, note) ? this.#last : this.#open.get(keyOf(note));
    if (!row || row.subjects.size >= maxSubjects) {
      row = { note, at, subjects: new Map() };
      this.#open.set(keyOf(note), row);
      this.#rows.push(row);
    }
    this.#last = row;
    if (note.subject !== undefined) row.subjects.set(note.subject, (row.subjects.get(note.subject) ?? 0) + 1);
  }

  /** Returns and clears the merged rows, in order. */
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
