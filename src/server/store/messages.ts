/** An attachment to store. */
export interface AttachmentRecord {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A message to deliver. */
export interface NewMessage {
  readonly sender: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Wire form; absent when the sender gave none. */
  readonly createdTime: string | undefined;
  readonly subject: string;
  readonly textBody: string | undefined;
  readonly htmlBody: string | undefined;
  readonly attachments: readonly AttachmentRecord[];
  /** Size as MIME, in bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** The recipients of a message. */
export interface Delivery {
  /** Users with a mailbox here. */
  readonly mailboxes: readonly number[];
  /** External recipients; each gets an outgoing mail of its own. */
  readonly outgoing?: readonly string[] | undefined;
  /** The sender, who is notified when delivery fails. */
  readonly senderUserId?: number | undefined;
  /** The sender's own name for it; the same name is delivered once. */
  readonly sentAs?: SentAs | undefined;
}

/** What makes a fetched mail the same as another: its Message-ID, if it has one, and a digest of what it says. */
export interface MailIdentity {
  readonly messageId: string | undefined;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** A sender's own name for a message, and a digest that detects different content under the same name. */
export interface SentAs {
  readonly userId: number;
  readonly clientId: string;
  readonly digest: string;
}

/** The sender's name for the message already belongs to different content. */
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

/** A stored attachment. */
export interface StoredAttachment {
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Its bytes, read chunk by chunk on demand; the size of every chunk but the last is a multiple of 3. */
  pieces(): AsyncIterable<Uint8Array>;
}

export interface MessageRecord extends Omit<NewMessage, "attachments"> {
  readonly messageId: number;
  readonly attachments: readonly StoredAttachment[];
}

/** Called right before the commit. Returning false cancels the delivery, and nothing is stored. */
export interface CommitGate {
  enter(): boolean;
}

/** The delivery was cancelled by its gate. */
export class DeliveryCalledOff extends Error {
  constructor() {
    super("The delivery was called off");
    this.name = "DeliveryCalledOff";
  }
}

/** Messages and their mailboxes. */
export interface Messages {
  /**
   * Stores a message once and delivers it to all recipients or none. Returns its id; 0 when there is
   * nobody to deliver it to; the first id when sentAs was delivered before. Throws DeliveryCalledOff when cancelled by the gate, and ClientIdReused.
   */
  deliver(message: NewMessage, delivery: Delivery, gate?: CommitGate): Promise<number>;
  /** The summaries of a user's mailbox, newest first. */
  summariesOf(userId: number): Promise<SummaryRecord[]>;
  /** One message of that user's mailbox; its attachments are read separately. */
  find(userId: number, messageId: number): Promise<MessageRecord | undefined>;
}
