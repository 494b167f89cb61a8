import type { DraftEvent } from "./draft-event.ts";

export interface ExampleEvent {
  readonly name: string;
  /** What it shows, and what happens when it is sent. */
  readonly about: string;
  readonly event: DraftEvent;
}

export interface ExampleSources {
  /** `() => crypto.randomUUID()` in the browser, so that each set of examples has its own ids. */
  readonly uuid: () => string;
  /** `yyyy-MM-dd` */
  readonly today: string;
  /** The practice, provider and payers; generated when absent. */
  readonly of?: { readonly practiceId: string; readonly providerId: string; readonly payerId: string };
}
