import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import type { DataKeyTable, StoredText } from "#room/server/vault/stored-text.ts";
import type {
  CodeNoticeTable,
  CodeSetTable,
  CodeTablePartTable,
  CodeUploadTable,
  CodeVersionTable,
} from "./code-tables.ts";
import type { InvoiceLineTable, InvoicePaymentTable, InvoiceTable } from "./invoices/invoice-tables.ts";
import type {
  FactorChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  TotpTable,
  UserTable,
  UserLinkTable,
  SharedAddressTable,
  UserAddressTable,
  SessionTable,
  DigestRecordTable,
  DigestNonceTable,
  SignInAttemptTable,
  ProviderSessionTable,
  UserIdentityTable,
  ClinicTable,
  ProgramKeyTable,
  ProgramSecretTable,
} from "./people-tables.ts";
import type {
  MessageTable,
  MessageBodyTable,
  MessageAttachmentTable,
  AttachmentPieceTable,
  MailboxTable,
  MessageVisitTable,
  ThreadMailTable,
  MailboxEntryTable,
  OutgoingMailTable,
  SharedLetterTable,
  SentMessageTable,
  DeliveryNoticeTable,
  FetchedMailTable,
  MailAttemptTable,
  MailSettingTable,
  DraftBoxTable,
  DraftTable,
  DraftFileTable,
} from "./mail-tables.ts";
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

interface ClosedDayTable {
  day: string;
  /** Empty: of all practices. */
  practice_id: string;
  closed_at: number;
  closed_by: string;
  /** Invoices with higher numbers came after it. */
  last_invoice: number;
  /** JSON: the sheets as they were. */
  sheets: StoredText;
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
  session: string | null;
  /** Over the row and the previous row's hash. */
  hash: string;
}

/** By which words of its subject a row of the trail is found. */
interface AuditSubjectTable {
  subject: string;
  seq: number;
}

/** One row: the end of the trail, recorded outside of it. */
interface AuditHeadTable {
  id: number;
  entries: number;
  hash: string;
  /** Over both, keyed with AUDIT_KEY. */
  mac: string | null;
}

/** One row: how far the trail's beginning was removed by age. */
interface AuditAnchorTable {
  id: number;
  entries: number;
  hash: string;
}

/**
 * Every table, identical on both engines. Booleans are 0 or 1 and instants are whole milliseconds since 1970 (UTC), so
 * that SQLite and PostgreSQL return the same values for the same queries.
 */
export interface Tables {
  person: UserTable;
  user_address: UserAddressTable;
  shared_address: SharedAddressTable;
  shared_letter: SharedLetterTable;
  session: SessionTable;
  throttle: ThrottleTable;
  last_number: LastNumberTable;
  charged_event: ChargedEventTable;
  invoice: InvoiceTable;
  closed_day: ClosedDayTable;
  invoice_line: InvoiceLineTable;
  invoice_payment: InvoicePaymentTable;
  message: MessageTable;
  message_body: MessageBodyTable;
  message_attachment: MessageAttachmentTable;
  attachment_piece: AttachmentPieceTable;
  thread_mail: ThreadMailTable;
  message_visit: MessageVisitTable;
  mailbox: MailboxTable;
  mailbox_entry: MailboxEntryTable;
  sent_message: SentMessageTable;
  outgoing_mail: OutgoingMailTable;
  delivery_notice: DeliveryNoticeTable;
  fetched_mail: FetchedMailTable;
  mail_attempt: MailAttemptTable;
  mail_setting: MailSettingTable;
  draft_box: DraftBoxTable;
  draft: DraftTable;
  draft_file: DraftFileTable;
  /** One row; `content` is JSON. */
  letter_words: { one: number; content: string; version: number };
  write_probe: { id: number; content: Uint8Array };
  code_set: CodeSetTable;
  code_table_part: CodeTablePartTable;
  code_version: CodeVersionTable;
  code_notice: CodeNoticeTable;
  code_upload: CodeUploadTable;
  audit_entry: AuditEntryTable;
  audit_subject: AuditSubjectTable;
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
  version: number;
}

interface ThrottleTable {
  throttle_key: string;
  window_started_at: number;
  hits: number;
}

interface LastNumberTable {
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
  /** 1: the event charged the visit; 0: it was withheld; 2: it corrected the charge. */
  result: number;
  withhold_reason: StoredText | null;
  /** The event as received, JSON. */
  content: StoredText;
  received_at: number;
  received_from: string | null;
}

interface ServerSecretTable {
  name: string;
  secret: string;
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
