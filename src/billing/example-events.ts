import { clearVisit, withheldVisit, faultyVisit } from "./example-visits.ts";
import type { ExampleSources, ExampleEvent } from "./example-sources.ts";

/** Three urgent-care visits for an empty console: one that is charged, one that is withheld, and one with problems. */
export function exampleEvents(sources: ExampleSources): readonly ExampleEvent[] {
  return [
    {
      name: "Strep throat",
      about: "No problems: a visit like this is charged.",
      event: clearVisit(sources),
    },
    {
      name: "Sprained ankle at work",
      about: "The rules engine wants a manual review: a visit like this is withheld.",
      event: withheldVisit(sources),
    },
    {
      name: "Cut hand",
      about: "A quantity of 0, a diagnosis listed twice, a link to no diagnosis: see what the checks say.",
      event: faultyVisit(sources),
    },
  ];
}
