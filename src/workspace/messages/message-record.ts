import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { DraftLease, EditOptions } from "#room/workspace/storage/draft-lease.ts";
import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

export type MessageState = "draft" | "waiting" | "unknown" | "refused" | "sent";

export interface KeptAttachment {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

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
  /** That message is passed on, not answered. */
  readonly isForward?: boolean;
  /** Its writer knows that somebody else has answered that message. */
  readonly isFurtherAnswer?: boolean;
  readonly visitId?: string;
  /** The id of the own message this sends again. */
  readonly resendOf?: string;
  /** Other composer state to restore (half-typed addresses, the editor's state). */
  readonly composer?: unknown;
}

export interface Settlement {
  readonly attempt: number;
  readonly arrived: boolean;
  /** By asking the service, or from the user. */
  readonly by: "service" | "person";
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface DraftOnService {
  readonly version: number;
  /** The revision here with that content; another: it has to go up. */
  readonly revision: number;
  /** The ids of the files that it has. */
  readonly files: readonly string[];
  /** It was sent or discarded there. */
  readonly isGone?: true;
}

export interface MessageEntry {
  readonly id: string;
  /** Incremented on every write of the draft; identifies its content in attempts. */
  readonly revision: number;
  readonly state: MessageState;
  readonly to: readonly string[];
  readonly subject: string;
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
  /** Who else sent it, from an address that the user shares. */
  readonly sentBy?: string;
  /** Applies if its attempt is the last. */
  readonly settlement?: Settlement;
  readonly queued?: QueuedSend;
  readonly resendOf?: string;
  /** Absent: it is in this browser only. */
  readonly onService?: DraftOnService;
  /** The failed deliveries that the user dealt with. */
  readonly attended?: readonly string[];
  /** Discarded, or started and never changed: not listed, and deleted after a day. */
  readonly discardedAt?: number;
}

/** A message that the service has of this user or from a shared address, sent from wherever. */
export interface SentAtService extends Pick<
  MessageEntry,
  "clientMessageId" | "to" | "subject" | "preview" | "attachmentCount" | "sentBy"
> {
  readonly messageId: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

export interface OwnMessages {
  /** Lists what was sent elsewhere, too, until this workspace is closed. What this browser sent is listed once. */
  receive(sent: readonly SentAtService[]): void;
  /** Stores the content of a message that was sent elsewhere, so that it can be read and copied as if sent from here. */
  keep(id: string, draft: MessageDraft): Promise<void>;
  /** Newest first, without discarded ones. The same array until something changes; for useSyncExternalStore. */
  list(): readonly MessageEntry[];
  entry(id: string): MessageEntry | undefined;
  own(): readonly MessageEntry[];
  /** Notes what the service has of a draft; undefined: nothing. */
  noteOnService(id: string, known: DraftOnService | undefined): Promise<void>;
  /** Stores the service's content of a draft. The caller has its lease, so that nobody is typing in it. */
  adopt(id: string, draft: MessageDraft, version: number): Promise<void>;
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
  restore(id: string): Promise<void>;
  /** Settles a message that got no answer. If it did not arrive, it becomes a draft again. */
  settle(id: string, learned: SettledResult): Promise<void>;
  /** Notes which failed deliveries of a sent message the user dealt with. */
  attend(id: string, matters: readonly string[]): Promise<void>;
  /** @param typed the content, where it is not what is stored */
  copy(id: string, typed?: MessageDraft): Promise<string>;
}

export interface SettledResult {
  readonly arrived: boolean;
  readonly by: Settlement["by"];
  /** The service's id. */
  readonly messageId?: number;
}

export interface AttachmentOptions {
  /** Its id, if it has one elsewhere already. */
  readonly id?: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}
