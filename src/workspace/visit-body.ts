import type { EventJson, VisitRecord } from "./visit-record.ts";

/** An event as it is kept. `imported` is left out of the body while the draft is still the same. */
export interface VisitBody<Event extends EventJson = EventJson> {
  readonly eventId: string;
  readonly event: Event;
  readonly imported?: Event;
  readonly isAsImported?: boolean;
  readonly incoming?: Event;
  readonly revision: number;
}

/** The id of an event's body; sealed names are made of it. */
export function bodyId(eventId: string): string {
  return `visit/${eventId}`;
}

/** The id of what attempts with this hash sent, once the draft has gone on. */
export function contentId(eventId: string, hash: string): string {
  return `content/${eventId}/${hash}`;
}

export function recordOf<Event extends EventJson>(body: VisitBody<Event>): VisitRecord<Event> {
  const { eventId, event, incoming, revision } = body;
  const imported = body.isAsImported ? event : body.imported;
  return { eventId, event, revision, ...(imported && { imported }), ...(incoming && { incoming }) };
}

/** The same object counts as unchanged; otherwise the contents decide. */
export function bodyOf<Event extends EventJson>(
  record: VisitRecord<Event>,
  isSame: (a: Event, b: Event) => boolean,
): VisitBody<Event> {
  const { eventId, event, imported, incoming, revision } = record;
  const kept = { eventId, event, revision, ...(incoming && { incoming }) };
  if (!imported) return kept;
  return imported === event || isSame(imported, event)
    ? { ...kept, isAsImported: true }
    : { ...kept, imported };
}
