import type { AuditNote } from "./audit-entry.ts";

interface Open {
  readonly note: AuditNote;
  readonly startedAt: number;
  /** How many came after the first, which is told at once. */
  more: number;
}

/** So many are told one by one in a window; what a crowd of addresses does beyond is told together. */
const mostOpen = 200;

function keyOf({ action, actor, remoteAddress, subject, session }: AuditNote): string {
  return JSON.stringify([action, actor, remoteAddress, subject, session]);
}

function told({ note, more }: Open): AuditNote[] {
  if (more === 0) return [];
  const subject = [note.subject, `${more} more`].filter((part) => part !== undefined).join(", ");
  return [{ ...note, subject }];
}

/**
 * What strangers can do as often as they like, such as failing to sign in: the first is told at once, those like it in
 * the same window once, at its end, by their number. So the trail cannot be grown at will.
 */
export class RepeatedNotes {
  readonly #open = new Map<string, Open>();
  readonly #windowMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** What is to be written now: the note when it is the first, and what windows that are over have gathered. */
  add(note: AuditNote, at: number): AuditNote[] {
    const ended = this.over(at);
    const own = this.#open.get(keyOf(note));
    const isCrowd = !own && this.#open.size >= mostOpen;
    const counted: AuditNote = isCrowd
      ? { action: note.action, actor: undefined, subject: "many addresses" }
      : note;
    const open = own ?? this.#open.get(keyOf(counted));
    if (open) {
      open.more += 1;
      return ended;
    }
    this.#open.set(keyOf(counted), { note: counted, startedAt: at, more: 0 });
    return [...ended, counted];
  }

  /** What the windows that are over at that instant have gathered. */
  over(at: number): AuditNote[] {
    return [...this.#open].flatMap(([key, open]) => {
      if (at < open.startedAt + this.#windowMs) return [];
      this.#open.delete(key);
      return told(open);
    });
  }

  /** What all windows have gathered, over or not: the process ends. */
  all(): AuditNote[] {
    const notes = [...this.#open.values()].flatMap(told);
    this.#open.clear();
    return notes;
  }
}
