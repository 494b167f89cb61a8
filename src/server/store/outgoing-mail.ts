import type { MessageRecord, NewMessage } from "./messages.ts";

/** A mail to one recipient elsewhere, claimed for sending. */
export interface OutgoingMail {
  readonly outgoingId: number;
  readonly messageId: number;
  readonly sender: string;
  readonly senderUserId: number | undefined;
  readonly recipient: string;
  /** How often it was tried before. */
  readonly attempts: number;
  /** When it was first to be sent, milliseconds since 1970. */
  readonly queuedAt: number;
  /** An earlier try ended, or its process died, after all of it had left and before an answer came. */
  readonly mayHaveArrived: boolean;
}

/** A mail that could not be handed over yet. */
export interface Retry {
  readonly at: number;
  readonly error: string;
  /** All of it left, and no answer came. */
  readonly mayHaveArrived: boolean;
}

/** The end of a mail that could not be handed over. */
export interface GivenUp {
  readonly error: string;
  /** All of the last try left, and no answer came. */
  readonly mayHaveArrived: boolean;
  /** Tells its sender. */
  readonly message: NewMessage;
}

export interface Claim {
  /** Names the process that claims. */
  readonly owner: string;
  readonly now: number;
  /** Until when nobody else may take it: if this process dies, another takes it up then. */
  readonly until: number;
  readonly limit: number;
}

/**
 * Mail that waits for the Direct edge. Any number of processes may serve it: each mail is claimed by one at a time,
 * and what a process no longer holds it can no longer settle.
 */
export interface OutgoingMails {
  /** What is due, the longest first. A mail waits while an earlier one of its sender to its recipient is due or under way. */
  claim(claim: Claim): Promise<OutgoingMail[]>;
  /** The message that an outgoing mail carries. */
  messageOf(mail: OutgoingMail): Promise<MessageRecord | undefined>;
  sent(mail: OutgoingMail, owner: string): Promise<void>;
  /** It is tried again at that instant. */
  postpone(mail: OutgoingMail, owner: string, retry: Retry): Promise<void>;
  /** It is given up, and the sender is told by a message, in one transaction. */
  giveUp(mail: OutgoingMail, owner: string, end: GivenUp): Promise<void>;
  /** How many wait. */
  countWaiting(): Promise<number>;
}
