import type { MailIdentity, MessageRecord, NewMessage } from "./messages.ts";

/** A letter at the mail service, before anything of it is read. */
export interface LetterPlace {
  /** The user name at the mail service. */
  readonly account: string;
  readonly uidValidity: string;
  readonly uid: number;
}

/**
 * Set aside: not delivered, its original is kept if it could be fetched. Id reused: delivered and marked, its Message-ID is
 * that of an earlier letter. Repeated: not delivered, its mailboxes have it.
 */
export type LetterOutcome = "set aside" | "id reused" | "repeated";

export interface LetterFacts {
  readonly outcome: LetterOutcome;
  /** The end of a sentence: "it names nobody here". */
  readonly reason: string;
  readonly sender: string;
  /** In bytes. */
  readonly size: number;
}

/** A letter that was not simply delivered. */
export interface OddLetter extends LetterFacts {
  readonly letterId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly hasOriginal: boolean;
}

export interface LetterTries {
  readonly attempts: number;
  /** When the last of them began; 0 without any. */
  readonly at: number;
  /** True if it is noted what became of it. */
  readonly isSettled: boolean;
}

/** What became of a delivery. */
export interface Delivered {
  /** 0: every mailbox has this very mail already. */
  readonly messageId: number;
  /** A mailbox has a mail with the same Message-ID and other content: this one was delivered, and says so. */
  readonly isIdReused: boolean;
}

/** Mail that comes from elsewhere. */
export interface FetchedMail {
  /** Stores a letter once for the mailboxes that do not have it. */
  deliver(
    message: NewMessage,
    to: { readonly mailboxes: readonly number[]; readonly identity: MailIdentity },
  ): Promise<Delivered>;
  /** What is known of it. */
  tried(letter: LetterPlace): Promise<LetterTries>;
  /** Counts an attempt, before anything is read. */
  begin(letter: LetterPlace, at: number): Promise<void>;
  /** It was delivered: its attempts are forgotten. */
  end(letter: LetterPlace): Promise<void>;
  /** Notes what became of it otherwise, with its original if that is to be kept. */
  note(letter: LetterPlace, facts: LetterFacts, kept: { at: number; original?: Uint8Array }): Promise<void>;
  /** The newest letters that were not simply delivered. */
  listOdd(): Promise<OddLetter[]>;
  /** The kept original, as the only attachment. */
  original(letterId: number): Promise<MessageRecord | undefined>;
}
