import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { DraftLease, EditOptions } from "#room/workspace/storage/draft-lease.ts";
import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

/** The state of a message written here. */
export type MessageState = "draft" | "waiting" | "unknown" | "refused" | "sent";

/** An attachment stored encrypted with its draft. */
export interface KeptAttachment {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

/** The content of the composer. */
export interface MessageDraft {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly from?: string;
  readonly subject: string;
  readonly textBody: string;
  /** Absent when plain text only. */
  readonly htmlBody?: string;
  readonly attachments: readonly KeptAttachment[];
  /** The received message being answered or forwarded. */
  readonly inReplyTo?: number;
  /** Other composer state to restore (half-typed addresses, the editor's state). */
  readonly composer?: unknown;
}

/** What was learned about an attempt that got no answer. */
export interface Settlement {
  /** The number of that attempt. */
  readonly attempt: number;
  readonly arrived: boolean;
  /** By asking the service, or from the user. */
  readonly by: "service" | "person";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A row of Drafts, Outbox or Sent, available without opening the message. */
export interface MessageEntry {
  readonly id: string;
  readonly state: MessageState;
  readonly to: readonly string[];
  readonly subject: string;
  /** The first words of the body. */
  readonly preview: string;
  readonly attachmentCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sentAt?: number;
  /** The service's id; only when sent. */
  readonly messageId?: number;
  readonly attempts: readonly Attempt[];
  /** The id it is sent under; equal for equal content. */
  readonly clientMessageId: string;
  /** Applies if its attempt is the last. */
  readonly settlement?: Settlement;
  readonly queued?: QueuedSend;
  /** Discarded, or started and never changed: not listed, and deleted after a day. */
  readonly discardedAt?: number;
}

/** The user's own messages: drafts, outgoing and sent. */
export interface OwnMessages {
  /** Newest first, without discarded ones. The same array until something changes; for useSyncExternalStore. */
  list(): readonly MessageEntry[];
  entry(id: string): MessageEntry | undefined;
  subscribe(listener: () => void): () => void;
  get(id: string): Promise<MessageDraft | undefined>;
  /** Requests the write lease for this draft, which need not exist yet. */
  edit(id: string, options?: EditOptions): Promise<DraftLease<MessageDraft>>;
  /** Creates or replaces a draft without a lease, when nobody has it open. Throws when it is being sent or was sent. */
  put(id: string, draft: MessageDraft): Promise<void>;
  /**
   * The same for a draft nobody has typed in yet: it is listed from its first change on, and otherwise deleted later.
   */
  begin(id: string, draft: MessageDraft): Promise<void>;
  /** Stores a file with the draft; `onProgress` goes from 0 to 1. Large files are encrypted in chunks. */
  addAttachment(id: string, file: Blob, options: AttachmentOptions): Promise<KeptAttachment>;
  attachment(kept: KeptAttachment): Promise<Blob>;
  removeAttachment(id: string, attachmentId: string): Promise<void>;
  discard(id: string): Promise<void>;
  /** Undoes `discard`. */
  restore(id: string): Promise<void>;
  /** Settles a message that got no answer. If it did not arrive, it becomes a draft again. */
  settle(id: string, learned: SettledResult): Promise<void>;
  /** Copies a sent or unknown message to a new draft. */
  copy(id: string): Promise<string>;
}

export interface SettledResult {
  readonly arrived: boolean;
  readonly by: Settlement["by"];
  /** The service's id. */
  readonly messageId?: number;
}

export interface AttachmentOptions {
  readonly fileName: string;
  readonly contentType: string;
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}
