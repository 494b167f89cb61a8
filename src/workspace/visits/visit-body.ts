import { given } from "#room/contract/keys-of.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { sha256 } from "#room/workspace/keys/vault-keys.ts";
import type { VisitRecord } from "./visit-record.ts";
import type { DraftNotes } from "#room/workspace/storage/draft-lease.ts";
import type { VisitEntry } from "./visit-entry.ts";

/** What is stored besides an event's text. `imported` is left out while the draft is unchanged. */
interface BodyHead extends DraftNotes {
  readonly eventId: string;
  readonly revision: number;
  readonly imported?: DraftEvent;
  readonly isAsImported?: boolean;
  readonly incoming?: DraftEvent;
}

/** An event as stored: its text, exactly as it will be sent, and what is known about it. */
export class VisitBody {
  readonly head: BodyHead;
  /** The event as JSON. */
  readonly text: string;
  #event: DraftEvent | undefined;
  #hash: string | undefined;

  constructor(head: BodyHead, text: string, event?: DraftEvent) {
    this.head = head;
    this.text = text;
    this.#event = event;
  }

  /** Parsed on first access. A body's text was written by this class, so it is an event. */
  get event(): DraftEvent {
    return (this.#event ??= readJson<DraftEvent>(this.text));
  }

  /** The text's fingerprint, computed once: the first 24 digits of SHA-256. */
  async hash(): Promise<string> {
    return (this.#hash ??= (await sha256(this.text)).slice(0, 24));
  }

  /** The stored form. The head comes first, up to the first line break, which JSON does not contain. */
  written(): string {
    return `${JSON.stringify(this.head)}\n${this.text}`;
  }

  static read(written: string): VisitBody {
    const end = written.indexOf("\n");
    // Written by `written`, or as a whole by an earlier version of the console.
    if (end !== -1) return new VisitBody(readJson<BodyHead>(written.slice(0, end)), written.slice(end + 1));
    const { event, ...head } = readJson<BodyHead & { readonly event: DraftEvent }>(written);
    return new VisitBody(head, JSON.stringify(event), event);
  }
}

/** The id of an event's body, from which its sealed name is derived. */
export function bodyId(eventId: string): string {
  return `visit/${eventId}`;
}

/** The id of the saved copy of what attempts with this hash sent. */
export function contentId(eventId: string, hash: string): string {
  return `content/${eventId}/${hash}`;
}

export function recordOf(body: VisitBody): VisitRecord {
  const { eventId, revision, incoming, isAsImported, story, filled, typing } = body.head;
  const { event } = body;
  const imported = isAsImported ? event : body.head.imported;
  return {
    eventId,
    event,
    revision,
    ...given({ imported, incoming, story, filled, typing }),
  };
}

export function bodyOf(record: VisitRecord): VisitBody {
  const { eventId, event, imported, incoming, revision, story, filled, typing } = record;
  const isAsImported = imported !== undefined && (imported === event || isSameContent(imported, event));
  const head = {
    eventId,
    revision,
    ...given({ incoming, story, filled, typing }),
    ...(isAsImported && { isAsImported }),
    ...(imported && !isAsImported && { imported }),
  };
  return new VisitBody(head, JSON.stringify(event), event);
}

/** The record without its notes: a change of those alone does not affect what waits to be sent. */
export function withoutNotes({ story: _1, filled: _2, typing: _3, ...record }: VisitRecord): object {
  return record;
}

/** The event last read or written, as it is on disk: the one open in the editor. */
export class OpenVisit {
  #body: VisitBody | undefined;
  #createdAt = 0;

  take(body: VisitBody | undefined, { createdAt }: VisitEntry): void {
    this.#body = body;
    this.#createdAt = createdAt;
  }

  /** The body for this row. An event removed and imported again is a different one. */
  body(entry: VisitEntry | undefined): VisitBody | undefined {
    const { eventId, revision } = this.#body?.head ?? {};
    const isIt = eventId === entry?.eventId && revision === entry?.revision;
    return isIt && entry?.createdAt === this.#createdAt ? this.#body : undefined;
  }
}
