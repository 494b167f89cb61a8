import type { EventJson } from "./visit-record.ts";

/** What one attempt sent, and what the one before it sent (absent for the first). */
export interface AttemptContent<Event extends EventJson = EventJson> {
  readonly sent: Event;
  readonly before?: Event;
}
