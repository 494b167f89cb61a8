import type { DraftEvent } from "./draft-event.ts";
import type { ExampleSources } from "./example-sources.ts";
import { clearVisit, withheldVisit, faultyVisit } from "./example-visits.ts";

/** Three urgent-care visits: one that is charged, one that is withheld, and one with problems. */
export function exampleEvents(sources: ExampleSources): readonly [DraftEvent, DraftEvent, DraftEvent] {
  return [clearVisit(sources), withheldVisit(sources), faultyVisit(sources)];
}
