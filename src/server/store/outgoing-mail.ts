import type { MessageRecord, NewMessage } from "./messages.ts";

/** A mail to one external recipient, claimed for sending. */
export interface OutgoingMail {
  readonly outgoingId: number;
  readonly messageId: number;
  readonly sender: string;
  readonly senderUserId: number | undefined;
  readonly recipient: string;
  /** How often it was tried before. */
  readonly attempts: number;
  /** When it was first due, in milliseconds since 1970. */
  readonly queuedAt: number;
  /** An earlier attempt ended, or its process died, after everything was sent and before an answer came. */
  readonly mayHaveArrived: boolean;
}

/** A mail that could not be handed over yet. */
export interface Retry {
  readonly at: number;
  readonly error: string;
  /** Everything was sent, but no answer came. */
  readonly mayHaveArrived: boolean;
}

/** A mail that could not be handed over and is given up. */
export interface GivenUp {
  readonly error: string;
  /** Everything was sent in the last attempt, but no answer came. */
  readonly mayHaveArrived: boolean;
  /** The notice to its sender. */
  readonly message: NewMessage;
}

export interface Claim {
  /** Identifies the claiming process. */
  readonly owner: string;
  readonly now: number;
  /** Until when it is claimed: if this process dies, another can claim it afterwards. */
  readonly until: number;
  readonly limit: number;
}

/**
 * Mail queued for the Direct edge. Any number of processes may serve it: a mail is claimed by one at a time, and a
 * process that lost its claim can no longer settle it.
 */
export interface OutgoingMails {
  /**
   * Claims due mail, oldest first. A mail waits while an earlier one from its sender to its recipient is due or being
   * sent.
   */
  claim(claim: Claim): Promise<OutgoingMail[]>;
  /** The message of an outgoing mail. */
  messageOf(mail: OutgoingMail): Promise<MessageRecord | undefined>;
  sent(mail: OutgoingMail, owner: string): Promise<void>;
  /** Retries it at that instant. */
  postpone(mail: OutgoingMail, owner: string, retry: Retry): Promise<void>;
  /** Gives it up and notifies the sender, in one transaction. */
  giveUp(mail: OutgoingMail, owner: string, end: GivenUp): Promise<void>;
  /** How many are waiting. */
  countWaiting(): Promise<number>;
}
