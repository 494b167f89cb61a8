import { readJson } from "#room/contract/written-json.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { sha256 } from "#room/workspace/keys/vault-keys.ts";
import type { VisitRecord } from "./visit-record.ts";
import type { StoryLine } from "#room/workspace/storage/draft-lease.ts";

/** What stands beside an event's text. `imported` is left out while the draft is still the same. */
interface BodyHead {
  readonly eventId: string;
  readonly revision: number;
  readonly imported?: DraftEvent;
  readonly isAsImported?: boolean;
  readonly incoming?: DraftEvent;
  readonly story?: readonly StoryLine[];
}

/** An event as it is kept: its text, as it leaves when it is sent, and what is known of it. */
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

  /** Read from the text when it is first asked for. A body's text was written by this class: an event. */
  get event(): DraftEvent {
    return (this.#event ??= readJson<DraftEvent>(this.text));
  }

  /** The text's fingerprint, made once: the first 24 digits of SHA-256. */
  async hash(): Promise<string> {
    return (this.#hash ??= (await sha256(this.text)).slice(0, 24));
  }

  /** For the disk. The head comes first, and ends at the first line break: JSON has none. */
  written(): string {
    return `${JSON.stringify(this.head)}\n${this.text}`;
  }

  static read(written: string): VisitBody {
    const end = written.indexOf("\n");
    // What stands there was written by `written`, or whole, by an earlier edition of the console.
    if (end !== -1) return new VisitBody(readJson<BodyHead>(written.slice(0, end)), written.slice(end + 1));
    const { event, ...head } = readJson<BodyHead & { readonly event: DraftEvent }>(written);
    return new VisitBody(head, JSON.stringify(event), event);
  }
}

/** The id of an event's body; sealed names are made of it. */
export function bodyId(eventId: string): string {
  return `visit/${eventId}`;
}

/** The id of what attempts with this hash sent, once the draft has gone on. */
export function contentId(eventId: string, hash: string): string {
  return `content/${eventId}/${hash}`;
}

export function recordOf(body: VisitBody): VisitRecord {
  const { eventId, revision, incoming, isAsImported, story } = body.head;
  const { event } = body;
  const imported = isAsImported ? event : body.head.imported;
  return {
    eventId,
    event,
    revision,
    ...(imported && { imported }),
    ...(incoming && { incoming }),
    ...(story && { story }),
  };
}

/** As it is to be kept. */
export function bodyOf(record: VisitRecord): VisitBody {
  const { eventId, event, imported, incoming, revision, story } = record;
  const isAsImported = imported !== undefined && (imported === event || isSameContent(imported, event));
  const head = {
    eventId,
    revision,
    ...(incoming && { incoming }),
    ...(story && { story }),
    ...(isAsImported && { isAsImported }),
    ...(imported && !isAsImported && { imported }),
  };
  return new VisitBody(head, JSON.stringify(event), event);
}
