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

/** How much this workspace uses of what the browser grants. Bytes. */
export interface Usage {
  readonly used: number;
  readonly granted: number;
  /** True when the browser has promised not to evict it by itself. */
  readonly persistent: boolean;
}

/**
 * What this browser keeps for one user: encrypted at rest, the same in every tab. Writes are durable when their
 * promise resolves; a failure to keep something is thrown (StorageFailure), never swallowed.
 */
export interface Workspace {
  readonly userName: string;
  readonly visits: Visits;
  readonly messages: OwnMessages;
  readonly outbox: Outbox;
  readonly readMarks: KeptValue<ReadMarks>;
  readonly contacts: KeptValue<readonly Contact[]>;
  readonly templates: KeptValue<readonly ChargeTemplate[]>;
  /** Starred diagnosis codes. */
  readonly favourites: KeptValue<readonly KeptCode[]>;
  readonly recentCodes: KeptValue<readonly KeptCode[]>;
  readonly noteDrafts: KeptValue<NoteDrafts>;
  readonly preferences: KeptValue<Preferences>;
  /** The clinic's names and fees as the service last told them. */
  readonly directory: KeptValue<KeptDirectory>;
  protection(): Protection;
  /** Gives users without a password a passphrase, or changes it; the session must be live. */
  setPassphrase(passphrase: string): Promise<void>;
  /**
   * The service has taken a new password: what the old one opened opens by the new one. Throws WrongSecret when the old one is not
   * what it opens with; then the next sign-in asks for that.
   */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** Drops the key from memory and from this browser. Reads and writes wait until `unlock`. */
  lock(): Promise<void>;
  isLocked(): boolean;
  /** The key is back in this tab. Throws WrongSecret. */
  unlock(unlockWith: UnlockWith): Promise<void>;
  usage(): Promise<Usage>;
  /** Asks the browser not to evict it. */
  persist(): Promise<boolean>;
  /** Everything of it as one JSON document, attachments included as base64. Plain text: warn before saving. */
  exportAll(): Promise<Blob>;
  /** Deletes the whole workspace of this user in this browser. Cannot be undone. */
  erase(): Promise<void>;
  /** Ends the use in this tab; the key goes from memory. */
  close(): void;
}
