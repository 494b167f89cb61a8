import { readJson } from "#room/contract/written-json.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { EncryptedStore } from "#room/workspace/storage/encrypted-store.ts";
import { type VisitBody, contentId } from "./visit-body.ts";
import type { VisitEntry } from "./visit-entry.ts";

/** What an attempt sent, and what the previous one sent (absent for the first). */
export interface AttemptContent {
  readonly sent: DraftEvent;
  readonly before?: DraftEvent;
}

/** The content of attempts: the event's body, or a copy once the draft has changed. */
export class AttemptContents {
  readonly #engine: EncryptedStore;
  readonly #bodies: (keys: readonly string[]) => Promise<(VisitBody | undefined)[]>;

  constructor(
    engine: EncryptedStore,
    bodies: (keys: readonly string[]) => Promise<(VisitBody | undefined)[]>,
  ) {
    this.#engine = engine;
    this.#bodies = bodies;
  }

  /**
   * The fingerprint of a draft. Content equal to the last attempt's gets the same fingerprint, however it is spelled.
   */
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

  async aside(eventId: string, hash: string): Promise<DraftEvent | undefined> {
    const [content] = await this.#engine.read([contentId(eventId, hash)]);
    return this.#eventOf(content);
  }

  /** The content of an attempt was written by the store: an event. */
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
