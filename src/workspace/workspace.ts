import type { Protection, UnlockWith } from "./keys/key-ring.ts";
import type {
  ChargeTemplate,
  Contact,
  KeptCode,
  KeptValue,
  NoteDrafts,
  Preferences,
  ReadMarks,
} from "./storage/kept-value.ts";
import type { KeptDirectory } from "./storage/kept-directory.ts";
import type { OwnMessages } from "./messages/message-record.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { Visits } from "./visits/visits.ts";

export interface Usage {
  /** Both in bytes. */
  readonly used: number;
  readonly granted: number;
  /** Whether the browser has promised not to evict it. */
  readonly persistent: boolean;
}

/**
 * What this browser stores for one user: encrypted at rest, shared by all tabs. Writes are durable when their promise
 * resolves; a failed write throws (StorageFailure).
 */
export interface Workspace {
  readonly userName: string;
  readonly visits: Visits;
  readonly messages: OwnMessages;
  readonly outbox: Outbox;
  readonly readMarks: KeptValue<ReadMarks>;
  readonly contacts: KeptValue<readonly Contact[]>;
  readonly templates: KeptValue<readonly ChargeTemplate[]>;
  readonly favourites: KeptValue<readonly KeptCode[]>;
  readonly recentCodes: KeptValue<readonly KeptCode[]>;
  readonly noteDrafts: KeptValue<NoteDrafts>;
  readonly preferences: KeptValue<Preferences>;
  readonly directory: KeptValue<KeptDirectory>;
  protection(): Protection;
  /** Sets or changes the passphrase of a user without a password. Needs an active session. */
  setPassphrase(passphrase: string): Promise<void>;
  /**
   * Follows a password change at the service: whatever the old password opens, the new one opens. Throws WrongSecret
   * when the old one does not open it; the next sign-in then asks for that.
   */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** Drops the key from memory and from this browser. Reads and writes wait until `unlock`. */
  lock(): Promise<void>;
  isLocked(): boolean;
  /** Restores the key in this tab. Throws WrongSecret. */
  unlock(unlockWith: UnlockWith): Promise<void>;
  usage(): Promise<Usage>;
  /** Asks the browser not to evict it. */
  persist(): Promise<boolean>;
  /** Everything as one JSON document, attachments included as base64. Plain text: warn before saving. */
  exportAll(): Promise<Blob>;
  /** Deletes this user's whole workspace in this browser. Cannot be undone. */
  erase(): Promise<void>;
  /** Ends use in this tab and removes the key from memory. */
  close(): void;
}
