import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { DraftLease, EditOptions } from "#room/workspace/storage/draft-lease.ts";
import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

/** Where a message made here stands. */
export type MessageState = "draft" | "waiting" | "unknown" | "refused" | "sent";

/** An attachment that is kept, encrypted, beside its draft. */
export interface KeptAttachment {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

/** What is typed in the composer. */
export interface MessageDraft {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly from?: string;
  readonly subject: string;
  readonly textBody: string;
  /** Absent for plain text alone. */
  readonly htmlBody?: string;
  readonly attachments: readonly KeptAttachment[];
  /** The received message that this answers or forwards. */
  readonly inReplyTo?: number;
  /** Anything more that the composer wants back as it was (half-typed addresses, the editor's state). */
  readonly composer?: unknown;
}

/** What was learned of an attempt whose answer never came. */
export interface Settlement {
  /** The number of that attempt. */
  readonly attempt: number;
  readonly arrived: boolean;
  /** The service was asked, or a person said so. */
  readonly by: "service" | "person";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A row of Drafts, Outbox or Sent, known without opening the message. */
export interface MessageEntry {
  readonly id: string;
  readonly state: MessageState;
  readonly to: readonly string[];
  readonly subject: string;
  /** The first words of the text. */
  readonly preview: string;
  readonly attachmentCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sentAt?: number;
  /** The id that the service gave; only when sent. */
  readonly messageId?: number;
  readonly attempts: readonly Attempt[];
  /** The id under which it left or will leave; the same content has the same. */
  readonly clientMessageId: string;
  /** Counts when its attempt is the last. */
  readonly settlement?: Settlement;
  readonly queued?: QueuedSend;
  /** Thrown away, or begun and not changed since: not listed, and taken out for good after a day. */
  readonly discardedAt?: number;
}

/** The user's own messages: drafts, those on their way, and those sent. */
export interface OwnMessages {
  /** The same array until something changes; for useSyncExternalStore. Newest first, without discarded ones. */
  list(): readonly MessageEntry[];
  entry(id: string): MessageEntry | undefined;
  subscribe(listener: () => void): () => void;
  get(id: string): Promise<MessageDraft | undefined>;
  /** The right to write this draft, which may not be there yet. */
  edit(id: string, options?: EditOptions): Promise<DraftLease<MessageDraft>>;
  /** Makes or replaces a draft without a lease: one that nobody has open. Throws when it is on its way or sent. */
  put(id: string, draft: MessageDraft): Promise<void>;
  /** The same for one that nobody has typed in yet: it is listed from its first change on, and goes by itself without one. */
  begin(id: string, draft: MessageDraft): Promise<void>;
  /** Keeps a file with the draft; `onProgress` from 0 to 1. Large files are encrypted in pieces. */
  addAttachment(id: string, file: Blob, options: AttachmentOptions): Promise<KeptAttachment>;
  attachment(kept: KeptAttachment): Promise<Blob>;
  removeAttachment(id: string, attachmentId: string): Promise<void>;
  discard(id: string): Promise<void>;
  /** Undoes `discard`. */
  restore(id: string): Promise<void>;
  /** Says what became of a message whose answer never came. Not arrived: it is a draft again. */
  settle(id: string, learned: Learned): Promise<void>;
  /** A sent or unknown message as a new draft. */
  copy(id: string): Promise<string>;
}

export interface Learned {
  readonly arrived: boolean;
  readonly by: Settlement["by"];
  /** The id that the service gave it. */
  readonly messageId?: number;
}

export interface AttachmentOptions {
  readonly fileName: string;
  readonly contentType: string;
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}
