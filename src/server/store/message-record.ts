export interface AttachmentRecord {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

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
  /** The Message-IDs it refers to, the one it answers last. */
  readonly references: readonly string[];
  readonly attachments: readonly StoredAttachment[];
  /** Only for its sender. */
  readonly bcc?: readonly string[];
}
