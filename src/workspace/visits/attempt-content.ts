import { readJson } from "#room/contract/written-json.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { Engine } from "#room/workspace/storage/engine.ts";
import { type VisitBody, contentId } from "./visit-body.ts";
import type { VisitEntry } from "./visit-entry.ts";

/** What one attempt sent, and what the one before it sent (absent for the first). */
export interface AttemptContent {
  readonly sent: DraftEvent;
  readonly before?: DraftEvent;
}

/** What attempts sent: it stands in the event's body, or aside once the draft has gone on. */
export class AttemptContents {
  readonly #engine: Engine;
  readonly #bodies: (keys: readonly string[]) => Promise<(VisitBody | undefined)[]>;

  constructor(engine: Engine, bodies: (keys: readonly string[]) => Promise<(VisitBody | undefined)[]>) {
    this.#engine = engine;
    this.#bodies = bodies;
  }

  /** The fingerprint of a draft. What has the last attempt's content has its fingerprint too, however it is written. */
  async hashOf({ attempts, attemptRevision }: VisitEntry, body: VisitBody): Promise<string> {
    const last = attemptRevision === body.head.revision ? attempts.at(-1) : undefined;
    return last?.contentHash ?? body.hash();
  }

  /** What the attempts with this fingerprint sent, as JSON. */
  async contentOf(entry: VisitEntry, hash: string): Promise<string | undefined> {
    const [body] = await this.#bodies([entry.eventId]);
    const isInBody = entry.attemptRevision === body?.head.revision;
    if (body && isInBody && entry.attempts.at(-1)?.contentHash === hash) return body.text;
    const [content] = await this.#engine.read([contentId(entry.eventId, hash)]);
    return content;
  }

  async #sentWith(entry: VisitEntry, hash: string): Promise<DraftEvent | undefined> {
    return this.#eventOf(await this.contentOf(entry, hash));
  }

  /** What was put aside. */
  async aside(eventId: string, hash: string): Promise<DraftEvent | undefined> {
    const [content] = await this.#engine.read([contentId(eventId, hash)]);
    return this.#eventOf(content);
  }

  /** What an attempt sent was written by the store: an event. */
  #eventOf(content: string | undefined): DraftEvent | undefined {
    return content === undefined ? undefined : readJson<DraftEvent>(content);
  }

  async ofAttempt(entry: VisitEntry, attemptNumber: number): Promise<AttemptContent | undefined> {
    const attempt = entry.attempts[attemptNumber - 1];
    if (!attempt) return undefined;
    const sent = await this.#sentWith(entry, attempt.contentHash);
    const earlier = entry.attempts[attemptNumber - 2];
    const before = earlier && (await this.#sentWith(entry, earlier.contentHash));
    return sent && { sent, ...(before && { before }) };
  }
}
