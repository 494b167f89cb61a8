import { contentHash } from "./event-content.ts";
import type { VisitBody } from "./visit-body.ts";
import type { VisitEntry } from "./visit-entry.ts";
import type { EventJson } from "./visit-record.ts";

/** What a send of an event needs beside its row. */
export interface SendContent<Event extends EventJson> {
  readonly event: Event;
  /** The event as JSON. */
  readonly text: string;
  readonly hash: string;
}

export async function sendContentOf<Event extends EventJson>(event: Event): Promise<SendContent<Event>> {
  return { event, text: JSON.stringify(event), hash: await contentHash(event) };
}

/** The event that was read or written last, as it is on the disk: the one that is open in the editor. */
export class VisitAtHand<Event extends EventJson> {
  #body: VisitBody<Event> | undefined;
  #createdAt = 0;
  #content: SendContent<Event> | undefined;

  take(body: VisitBody<Event> | undefined, { createdAt }: VisitEntry): void {
    if (body?.event !== this.#body?.event) this.#content = undefined;
    this.#body = body;
    this.#createdAt = createdAt;
  }

  /** The body that stands beside this row. An event that was taken out and came in again is another one. */
  body(entry: VisitEntry | undefined): VisitBody<Event> | undefined {
    const body = this.#body;
    const isIt = body?.eventId === entry?.eventId && body?.revision === entry?.revision;
    return isIt && entry?.createdAt === this.#createdAt ? body : undefined;
  }

  /** Made once for each content; asked for in a quiet moment, it is there when it is needed. */
  async content(entry: VisitEntry): Promise<SendContent<Event> | undefined> {
    const body = this.body(entry);
    if (!body) return undefined;
    if (this.#content?.event === body.event) return this.#content;
    const content = await sendContentOf(body.event);
    if (this.#body === body) this.#content = content;
    return content;
  }
}
