/** An attachment to be kept. */
export interface AttachmentRecord {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A message to be delivered. */
export interface NewMessage {
  readonly sender: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Wire form; absent where the sender gave none. */
  readonly createdTime: string | undefined;
  readonly subject: string;
  readonly textBody: string | undefined;
  readonly htmlBody: string | undefined;
  readonly attachments: readonly AttachmentRecord[];
  /** The size as MIME, in bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** Who gets a message. */
export interface Delivery {
  /** Users with a mailbox here. */
  readonly mailboxes: readonly number[];
  /** Recipients elsewhere: one outgoing mail is queued for each. */
  readonly outgoing?: readonly string[] | undefined;
  /** Whose message it is, so that a failure of delivery comes back to them. */
  readonly senderUserId?: number | undefined;
  /** How the sender names it: the same name is delivered once. */
  readonly sentAs?: SentAs | undefined;
  /** Set for mail fetched from elsewhere: the same key is delivered to a mailbox once. */
  readonly mailKey?: string | undefined;
}

/** A sender's own name for a message of theirs, and a digest by which another content under it is known. */
export interface SentAs {
  readonly userId: number;
  readonly clientId: string;
  readonly digest: string;
}

/** A sender's name for a message stands for another content already. */
export class ClientIdReused extends Error {
  constructor() {
    super("The client's message id was used for another message");
    this.name = "ClientIdReused";
  }
}

export interface SummaryRecord {
  readonly messageId: number;
  readonly subject: string;
  readonly sender: string;
  readonly receivedAt: number;
  readonly size: number;
  readonly hasAttachments: boolean;
}

/** An attachment that is in the store. */
export interface StoredAttachment {
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Its bytes, read piece by piece as they are taken; every piece but the last holds a multiple of 3. */
  pieces(): AsyncIterable<Uint8Array>;
}

export interface MessageRecord extends Omit<NewMessage, "attachments"> {
  readonly messageId: number;
  readonly attachments: readonly StoredAttachment[];
}

/** Asked right before the commit: false calls the delivery off, and nothing of it stays. */
export interface CommitGate {
  enter(): boolean;
}

/** The delivery was called off by its gate. */
export class DeliveryCalledOff extends Error {
  constructor() {
    super("The delivery was called off");
    this.name = "DeliveryCalledOff";
  }
}

/** Messages and the mailboxes that they are in. */
export interface Messages {
  /**
   * Stores a message once and delivers it to all or to none; its id, or 0 when mailKey says that it is there
   * already, that of the first time when sentAs does. Throws DeliveryCalledOff when the gate says so, ClientIdReused.
   */
  deliver(message: NewMessage, delivery: Delivery, gate?: CommitGate): Promise<number>;
  /** The summaries of a user's mailbox, newest first. */
  summariesOf(userId: number): Promise<SummaryRecord[]>;
  /** One message of that user's mailbox, its attachments still in the store. */
  find(userId: number, messageId: number): Promise<MessageRecord | undefined>;
}
