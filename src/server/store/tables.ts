import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import type { DataKeyTable, StoredText } from "#room/server/vault/stored-text.ts";
import type { CodeTables } from "./code-tables.ts";
import type { InvoiceTables } from "./invoices/invoice-tables.ts";
import type { MailTables } from "./mail-tables.ts";
import type { PeopleTables } from "./people-tables.ts";
import type { VisitTables } from "./visits/visit-tables.ts";

export interface DirectoryEntryTable {
  kind: DirectoryKind;
  entry_id: string;
  /** For a fee, its first day, so that one fee can have several prices; otherwise empty. */
  first_day: string;
  /** JSON of the entry; empty: removed. */
  content: string;
  version: number;
}

/**
 * Every table, identical on both engines. Booleans are 0 or 1 and instants are whole milliseconds since 1970 (UTC), so
 * that SQLite and PostgreSQL return the same values for the same queries.
 */
export interface Tables extends CodeTables, InvoiceTables, MailTables, PeopleTables, VisitTables {
  closed_day: {
    day: string;
    /** Empty: of all practices. */
    practice_id: string;
    closed_at: number;
    closed_by: string;
    /** Invoices with higher numbers came after it. */
    last_invoice: number;
    /** JSON: the sheets as they were. */
    sheets: StoredText;
  };
  audit_entry: {
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
  };
  /** By which words of its subject a row of the trail is found. */
  audit_subject: { subject: string; seq: number };
  /** One row: the end of the trail, recorded outside of it. */
  audit_head: {
    id: number;
    entries: number;
    hash: string;
    /** Over both, keyed with AUDIT_KEY. */
    mac: string | null;
  };
  /** One row: how far the trail's beginning was removed by age. */
  audit_anchor: { id: number; entries: number; hash: string };
  directory_entry: DirectoryEntryTable;
  throttle: { throttle_key: string; window_started_at: number; hits: number };
  last_number: {
    name: string;
    value: number;
    /** In the row `invoice`: the number of the last visit change. */
    changes: number;
  };
  /** One row: what the counts of visits were counted by. */
  counted: {
    one: number;
    /** Whose days the events are counted by. */
    time_zone: string;
    /** How often they were counted anew. */
    recounts: number;
  };
  charged_event: {
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
  };
  server_secret: { name: string; secret: string };
  /** At most one row: the last restore of a backup. */
  restored_backup: {
    one: number;
    restored_at: number;
    /** When what had been live in the backup was ended; null: not yet. */
    settled_at: number | null;
    /** When an administrator had looked through the people. */
    confirmed_at: number | null;
  };
  /** One row; `content` is JSON. */
  letter_words: { one: number; content: string; version: number };
  write_probe: { id: number; content: Uint8Array };
  data_key: DataKeyTable;
}
