import type { VisitBody } from "./visit-body.ts";
import type { VisitEntry } from "./visit-entry.ts";

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
