import type { VisitDeed } from "#room/contract/operations/get-visit.ts";
import type { Generated } from "kysely";
import type { KeptText } from "#room/server/vault/kept.ts";

/** One row for each visit; who changes one holds the lock of the counter's row. Texts are empty where nothing is known. */
export interface VisitTable {
  visit_id: string;
  /** Its newest event. */
  event_id: string;
  practice_id: string;
  state: "withheld" | "refused" | "charged" | "closed";
  /** 1: withheld or refused. */
  is_open: number;
  /** 1: it is open or was so once; of the visits that were charged at once nobody ever has to hear. */
  was_open: number;
  reason: string;
  /** The beginning of the reason, as it is sorted. */
  reason_key: string;
  /** Of the newest event whose charges could be read. */
  currency: string;
  amount_minor: number;
  line_count: number;
  service_date: string;
  /** GUIDs with a blank between. */
  payers: string;
  providers: string;
  /** JSON list of the names of rules that failed; empty when none did. */
  rules: string;
  received_at: number;
  first_received_at: number;
  taken_by: string | null;
  taken_at: number;
  /** 0: nobody has it. */
  taken_until: number;
  /** 0: it is not put off. */
  snoozed_until: number;
  note_count: number;
  event_count: number;
  invoice_number: number | null;
  change_number: number;
}

/** The accepted events of visits that were not charged by their first. */
export interface VisitEventTable {
  visit_id: string;
  event_id: string;
}

export interface RefusedEventTable {
  refused_id: Generated<number>;
  event_id: string;
  visit_id: string;
  practice_id: string;
  /** Of the content, and keyed where that is sealed: what comes again is counted, not kept again. */
  digest: string;
  /** JSON; null where it was too large. */
  content: KeptText | null;
  code: string;
  message: string;
  /** JSON list of faults as they were answered. */
  faults: KeptText;
  received_at: number;
  last_at: number;
  times: number;
  received_from: string | null;
  /** The user, or the address of an engine without a session: whose events are counted together. */
  sender: string;
}

export interface VisitNoteTable {
  note_id: string;
  visit_id: string;
  written_at: number;
  written_by: string;
  content: KeptText;
}

export interface VisitDeedTable {
  deed_id: Generated<number>;
  visit_id: string;
  at: number;
  /** Null: its time was over. */
  done_by: string | null;
  deed: VisitDeed["deed"];
  detail: KeptText | null;
}

/** The words of notes and of reasons for closing, as `Sealer.words` keeps them. */
export interface VisitWordTable {
  word: string;
  visit_id: string;
}

/** How many, and what they come to: `state:<state>` as things stand, `day:<days since 1970>:<outcome>` for events. */
export interface VisitCountTable {
  name: string;
  practice_id: string;
  currency: string;
  visits: number;
  sum_minor: number;
}

export interface VisitViewTable {
  view_id: string;
  user_id: number;
  name: string;
  /** JSON of the filter. */
  filter: string;
  /** JSON list of names; null for the usual columns. */
  columns: string | null;
  is_shared: number;
}
