import type { DraftEvent } from "#room/billing/draft-event.ts";

/** What one attempt sent, and what the one before it sent (absent for the first). */
export interface AttemptContent {
  readonly sent: DraftEvent;
  readonly before?: DraftEvent;
}
