import type { VisitHistoryEntry } from "#room/contract/operations/get-visit.ts";
import type { Generated } from "kysely";
import type { StoredText } from "#room/server/vault/stored-text.ts";

/** One row per visit; changing one requires the lock on the counter's row. Texts are empty if nothing is known. */
export interface VisitTable {
  visit_id: string;
  /** Its newest event. */
  event_id: string;
  practice_id: string;
  state: "withheld" | "refused" | "charged" | "voided" | "closed";
  /** 1: withheld or refused. */
  is_open: number;
  /** 1: it is or was open. Visits that were charged immediately never need attention. */
  was_open: number;
  reason: string;
  /** The beginning of the reason, normalized for sorting. */
  reason_key: string;
  /** From the newest event whose charges could be read. */
  currency: string;
  amount_minor: number;
  line_count: number;
  service_date: string;
  /** GUIDs separated by spaces. */
  payers: string;
  providers: string;
  /** JSON list of the names of failed rules; empty if there are none. */
  rules: string;
  /** JSON lists of the reasons, and of the failed rules, for which it was ever held; null: not read yet of old events. */
  held_reasons: string | null;
  held_rules: string | null;
  received_at: number;
  first_received_at: number;
  taken_by: string | null;
  taken_at: number;
  /** 0: not taken. */
  taken_until: number;
  /** 0: not snoozed. */
  snoozed_until: number;
  note_count: number;
  event_count: number;
  invoice_number: number | null;
  corrections: number;
  change_number: number;
}

/** An open visit once more: lists look at few rows, near each other. */
export interface OpenVisitTable extends VisitTable {
  /** The reason's words, each after a space. */
  reason_words: string;
  /** Its place in the order by need. */
  need: number;
}

/** A visit a payer or provider is or was on: the visit's row tells whether it still is. */
export interface VisitPartyTable {
  party_id: string;
  kind: "payer" | "provider";
  visit_id: string;
}

export interface VisitTables {
  visit: VisitTable;
  open_visit: OpenVisitTable;
  visit_party: VisitPartyTable;
  /** The accepted events of visits that were not charged by their first event. */
  visit_event: { visit_id: string; event_id: string };
  refused_event: {
    refused_id: Generated<number>;
    event_id: string;
    visit_id: string;
    practice_id: string;
    /** Hash of the content, keyed if the content is sealed: repeats are counted, not stored again. */
    digest: string;
    /** JSON; null if it was too large. */
    content: StoredText | null;
    code: string;
    message: string;
    /** JSON list of the faults in the answer. */
    faults: StoredText;
    received_at: number;
    last_at: number;
    times: number;
    received_from: string | null;
    /** The user, or the address of an engine without a session: the sender whose events are counted together. */
    sender: string;
  };
  visit_note: {
    note_id: string;
    visit_id: string;
    written_at: number;
    written_by: string;
    content: StoredText;
  };
  visit_deed: {
    deed_id: Generated<number>;
    visit_id: string;
    at: number;
    /** Null: it expired. */
    done_by: string | null;
    /** A void is told by its invoice. */
    deed: Exclude<VisitHistoryEntry["deed"], "voided">;
    detail: StoredText | null;
  };
  /** The words of notes and of reasons for closing, as `Sealer.words` writes them. */
  visit_word: { word: string; visit_id: string };
  /** Counts and sums: `state:<state>` for the current visits, `day:<days since 1970>:<outcome>` for events. */
  visit_count: {
    name: string;
    practice_id: string;
    currency: string;
    visits: number;
    sum_minor: number;
  };
  visit_view: {
    view_id: string;
    user_id: number;
    name: string;
    /** The filter as JSON. */
    filter: string;
    /** JSON list of names; null for the default columns. */
    columns: string | null;
    is_shared: number;
  };
}
