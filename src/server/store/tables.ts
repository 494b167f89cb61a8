import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import type {
  CodeNoticeTable,
  CodeSetTable,
  CodeTablePartTable,
  CodeUploadTable,
  CodeVersionTable,
} from "./code-tables.ts";
import type { FactorChallengeTable, PasskeyTable, RecoveryCodeTable, TotpTable } from "./factor-tables.ts";
import type { ProgramKeyTable, ProgramSecretTable } from "./program-key-tables.ts";
import type { Generated } from "kysely";
import type {
  UserTable,
  UserLinkTable,
  UserAddressTable,
  SessionTable,
  DigestRecordTable,
  DigestNonceTable,
  SignInAttemptTable,
  ProviderSessionTable,
  UserIdentityTable,
  ClinicTable,
} from "./people-tables.ts";
import type { DataKeyTable, StoredText } from "#room/server/vault/stored-text.ts";
import type {
  VisitTable,
  OpenVisitTable,
  VisitPartyTable,
  VisitEventTable,
  RefusedEventTable,
  VisitNoteTable,
  VisitDeedTable,
  VisitWordTable,
  VisitCountTable,
  VisitViewTable,
} from "./visits/visit-tables.ts";

/**
 * Set aside: not delivered, its original is kept if it could be fetched. Id reused: delivered and marked, its Message-ID is
 * that of an earlier letter. Repeated: not delivered, its mailboxes have it.
 */
export type LetterOutcome = "set aside" | "id reused" | "repeated";

/**
 * Every table, identical on both engines. Booleans are 0 or 1 and instants are whole milliseconds since 1970 (UTC), so
 * that SQLite and PostgreSQL return the same values for the same queries.
 */
export interface Tables {
  app_user: UserTable;
  user_address: UserAddressTable;
  session: SessionTable;
  throttle: ThrottleTable;
  counter: CounterTable;
  charged_event: ChargedEventTable;
  invoice: InvoiceTable;
  message: MessageTable;
  message_body: MessageBodyTable;
  message_attachment: MessageAttachmentTable;
  attachment_piece: AttachmentPieceTable;
  mailbox_entry: MailboxEntryTable;
  sent_message: SentMessageTable;
  outgoing_mail: OutgoingMailTable;
  fetched_mail: FetchedMailTable;
  mail_attempt: MailAttemptTable;
  write_probe: { id: number; content: Uint8Array };
  code_set: CodeSetTable;
  code_table_part: CodeTablePartTable;
  code_version: CodeVersionTable;
  code_notice: CodeNoticeTable;
  code_upload: CodeUploadTable;
  audit_entry: AuditEntryTable;
  server_secret: ServerSecretTable;
  digest_record: DigestRecordTable;
  digest_nonce: DigestNonceTable;
  sign_in_attempt: SignInAttemptTable;
  user_identity: UserIdentityTable;
  provider_session: ProviderSessionTable;
  audit_head: AuditHeadTable;
  audit_anchor: AuditAnchorTable;
  visit: VisitTable;
  open_visit: OpenVisitTable;
  visit_party: VisitPartyTable;
  visit_event: VisitEventTable;
  refused_event: RefusedEventTable;
  visit_note: VisitNoteTable;
  visit_deed: VisitDeedTable;
  visit_word: VisitWordTable;
  visit_count: VisitCountTable;
  counted: CountedTable;
  visit_view: VisitViewTable;
  directory_entry: DirectoryEntryTable;
  user_link: UserLinkTable;
  clinic: ClinicTable;
  totp: TotpTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
  factor_challenge: FactorChallengeTable;
  program_key: ProgramKeyTable;
  program_secret: ProgramSecretTable;
  data_key: DataKeyTable;
  restored_backup: RestoredBackupTable;
}

export interface DirectoryEntryTable {
  kind: DirectoryKind;
  entry_id: string;
  /** For a fee, its first day, so that one fee can have several prices; otherwise empty. */
  first_day: string;
  /** JSON of the entry; empty: removed. */
  content: string;
  /** The directory version it was saved in. */
  version: number;
}

interface ThrottleTable {
  throttle_key: string;
  window_started_at: number;
  hits: number;
}

interface CounterTable {
  name: string;
  value: number;
  /** In the row `invoice`: the number of the last visit change. */
  changes: number;
}

/** One row: what the counts of visits were counted by. */
interface CountedTable {
  one: number;
  /** Whose days the events are counted by. */
  time_zone: string;
  /** How often they were counted anew. */
  recounts: number;
}

interface ChargedEventTable {
  event_id: string;
  visit_id: string;
  practice_id: string;
  /** 1: the event charged the visit; 0: it was withheld. */
  result: number;
  withhold_reason: StoredText | null;
  /** The event as received, JSON. */
  content: StoredText;
  received_at: number;
  received_from: string | null;
}

interface InvoiceTable {
  invoice_number: number;
  visit_id: string;
  event_id: string;
  practice_id: string;
  currency: string;
  total_minor: number;
  paid_minor: number;
  /** A JSON list of InvoiceLineRecord. */
  lines: StoredText;
  created_at: number;
  created_by: string | null;
}

interface MessageTable {
  message_id: Generated<number>;
  sender: string;
  /** JSON lists of addresses. */
  to_list: string;
  cc_list: string;
  created_time: string | null;
  subject: StoredText;
  size: number;
  attachment_count: number;
  received_at: number;
}

interface MessageBodyTable {
  message_id: number;
  text_body: StoredText | null;
  html_body: StoredText | null;
}

interface MessageAttachmentTable {
  message_id: number;
  position: number;
  file_name: StoredText;
  content_type: string;
  size: number;
}

interface AttachmentPieceTable {
  message_id: number;
  position: number;
  piece: number;
  content: Uint8Array;
  /** The data key the content is sealed under; 0: none. */
  key_id: number;
}

interface MailboxEntryTable {
  user_id: number;
  message_id: number;
  received_at: number;
}

interface OutgoingMailTable {
  outgoing_id: Generated<number>;
  message_id: number;
  sender: string;
  sender_user_id: number | null;
  recipient: string;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  next_attempt_at: number;
  claimed_by: string | null;
  claimed_until: number;
  last_error: string | null;
  queued_at: number;
  may_have_arrived: number;
  /** The notice to its sender about the failure. */
  notice_id: number | null;
}

interface SentMessageTable {
  user_id: number;
  /** Chosen by the sender. */
  client_id: string;
  message_id: number | null;
  content_digest: StoredText;
}

interface FetchedMailTable {
  user_id: number;
  /** The mail's Message-ID; in a second row with a digest of its content, or alone if it has none. */
  mail_key: string;
  fetched_at: number;
}

/** A letter at the mail service; rows of those that were simply delivered are deleted. */
interface MailAttemptTable {
  attempt_id: Generated<number>;
  account: string;
  uid_validity: string;
  uid: number;
  attempts: number;
  tried_at: number;
  outcome: LetterOutcome | null;
  reason: string | null;
  sender: string | null;
  size: number | null;
  /** The kept original: a message in no mailbox. */
  message_id: number | null;
}

interface AuditEntryTable {
  /** 1, 2, 3 … without gaps. */
  seq: number;
  at: number;
  actor: string | null;
  action: string;
  /** Ids and codes, never names, texts or sums. */
  subject: string | null;
  remote_address: string | null;
  /** Identifies the session; grants no access. */
  session: string | null;
  /** Over the row and the previous row's hash. */
  hash: string;
}

interface ServerSecretTable {
  name: string;
  secret: string;
}

/** One row: the end of the trail, recorded outside of it. */
interface AuditHeadTable {
  id: number;
  entries: number;
  hash: string;
  /** Over both, keyed with AUDIT_KEY. */
  mac: string | null;
}

/** At most one row: the last restore of a backup. */
interface RestoredBackupTable {
  one: number;
  restored_at: number;
  /** When what had been live in the backup was ended; null: not yet. */
  settled_at: number | null;
  /** When an administrator had looked through the people. */
  confirmed_at: number | null;
}

/** One row: how far the trail's beginning was removed by age. */
interface AuditAnchorTable {
  id: number;
  entries: number;
  /** The hash of the last removed row. */
  hash: string;
}
