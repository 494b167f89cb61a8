import type { Tone } from "#room/ui/state-badge.tsx";

/** Where an event stands, in the words and the colour of the queue. */
export interface Situation {
  readonly label: string;
  readonly tone: Tone;
  /** What stands in the way, or what is known of the success. */
  readonly words: string;
  /** Why it is held, without what differs from event to event; "" when nothing holds it. Events are grouped by it. */
  readonly reason: string;
  /** It goes no further until a person does something. */
  readonly needsPerson: boolean;
}
