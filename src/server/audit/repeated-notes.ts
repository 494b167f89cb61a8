import type { AuditNote } from "./audit-entry.ts";

interface Open {
  readonly note: AuditNote;
  readonly startedAt: number;
  /** The count after the first, which is recorded immediately. */
  more: number;
  lastAt: number;
}

/** The most subjects recorded individually per window, of a person or of all strangers; beyond that, they are counted together. */
const maxOpen = 200;

function keyOf({ action, actor, remoteAddress, subject, session }: AuditNote): string {
  return JSON.stringify([action, actor, remoteAddress, subject, session]);
}

/** Recorded after the fact, so it says when the last one was: by then the person may have been disabled. */
function notesOf({ note, more, lastAt }: Open): AuditNote[] {
  if (more === 0) return [];
  const last = `${new Date(lastAt).toISOString().slice(0, 19)}Z`;
  const subject = [note.subject, `${more} more`, `last ${last}`]
    .filter((part) => part !== undefined)
    .join(", ");
  return [{ ...note, subject }];
}

/**
 * For events anybody can trigger at will, such as failed sign-ins: the first is recorded immediately, and similar
 * ones of the same window once at its end, as a count. This keeps the trail from growing at will.
 */
export class RepeatedNotes {
  readonly #open = new Map<string, Open>();
  readonly #windowMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** The notes to write now: this one if it is the first, and the counts of finished windows. */
  add(note: AuditNote, at: number): AuditNote[] {
    const ended = this.over(at);
    const own = this.#open.get(keyOf(note));
    const { action, actor } = note;
    const isCrowd = !own && this.#openOf(actor) >= maxOpen;
    const crowd = { action, actor, subject: actor === undefined ? "many addresses" : "many others" };
    const counted: AuditNote = isCrowd ? crowd : note;
    const open = own ?? this.#open.get(keyOf(counted));
    if (open) {
      open.more += 1;
      open.lastAt = at;
      return ended;
    }
    this.#open.set(keyOf(counted), { note: counted, startedAt: at, more: 0, lastAt: at });
    return [...ended, counted];
  }

  #openOf(actor: AuditNote["actor"]): number {
    return [...this.#open.values()].filter(({ note }) => note.actor === actor).length;
  }

  /** The counts of windows finished at that instant. */
  over(at: number): AuditNote[] {
    return [...this.#open].flatMap(([key, open]) => {
      // Also when the clock was set back.
      if (Math.abs(at - open.startedAt) < this.#windowMs) return [];
      this.#open.delete(key);
      return notesOf(open);
    });
  }

  /** The counts of all windows, finished or not, when the process ends. */
  all(): AuditNote[] {
    const notes = [...this.#open.values()].flatMap(notesOf);
    this.#open.clear();
    return notes;
  }
}
