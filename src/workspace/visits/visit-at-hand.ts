import type { VisitBody } from "./visit-body.ts";
import type { VisitEntry } from "./visit-entry.ts";

/** The event that was read or written last, as it is on the disk: the one that is open in the editor. */
export class VisitAtHand {
  #body: VisitBody | undefined;
  #createdAt = 0;

  take(body: VisitBody | undefined, { createdAt }: VisitEntry): void {
    this.#body = body;
    this.#createdAt = createdAt;
  }

  /** The body that stands beside this row. An event that was taken out and came in again is another one. */
  body(entry: VisitEntry | undefined): VisitBody | undefined {
    const { eventId, revision } = this.#body?.head ?? {};
    const isIt = eventId === entry?.eventId && revision === entry?.revision;
    return isIt && entry?.createdAt === this.#createdAt ? this.#body : undefined;
  }
}
