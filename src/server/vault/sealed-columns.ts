import type { Tables } from "#room/server/store/tables.ts";
import { placeOf } from "./places.ts";

/** A row with its keys and its sealed columns, as returned by a statement over any of the tables. */
export type LooseRow = Readonly<Record<string, unknown>>;

export interface SealedTable {
  readonly table: keyof Tables;
  /** The columns that identify its rows and give the order of processing. */
  readonly keys: readonly string[];
  /** Other columns that the places need. */
  readonly also?: readonly string[];
  readonly columns: Readonly<Record<string, (row: LooseRow) => string>>;
}

// The statements that name the columns determine what is in them.
const text = (row: LooseRow, column: string) => String(row[column]);
const number = (row: LooseRow, column: string) => Number(row[column]);

const refused = (row: LooseRow) => ({
  event_id: text(row, "event_id"),
  received_at: number(row, "received_at"),
});
const actionRow = (row: LooseRow) => ({
  visit_id: text(row, "visit_id"),
  at: number(row, "at"),
  deed: text(row, "deed"),
});

/** Every sealed text column. Pieces of attachments are bytes, and are handled separately. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: "charged_event",
    keys: ["event_id"],
    columns: {
      content: (row) => placeOf.event(text(row, "event_id")),
      withhold_reason: (row) => placeOf.withholdReason(text(row, "event_id")),
    },
  },
  {
    table: "invoice",
    keys: ["invoice_number"],
    columns: { lines: (row) => placeOf.invoiceLines(number(row, "invoice_number")) },
  },
  {
    table: "refused_event",
    keys: ["refused_id"],
    also: ["event_id", "received_at"],
    columns: {
      content: (row) => placeOf.refusedEvent(refused(row)),
      faults: (row) => placeOf.refusedFaults(refused(row)),
    },
  },
  {
    table: "visit_note",
    keys: ["note_id"],
    columns: { content: (row) => placeOf.note(text(row, "note_id")) },
  },
  {
    table: "visit_deed",
    keys: ["deed_id"],
    also: ["visit_id", "at", "deed"],
    columns: { detail: (row) => placeOf.actionDetail(actionRow(row)) },
  },
  {
    table: "message",
    keys: ["message_id"],
    columns: { subject: (row) => placeOf.subject(number(row, "message_id")) },
  },
  {
    table: "message_body",
    keys: ["message_id"],
    columns: {
      text_body: (row) => placeOf.textBody(number(row, "message_id")),
      html_body: (row) => placeOf.htmlBody(number(row, "message_id")),
    },
  },
  {
    table: "message_attachment",
    keys: ["message_id", "position"],
    columns: {
      file_name: (row) =>
        placeOf.fileName({ message_id: number(row, "message_id"), position: number(row, "position") }),
    },
  },
  {
    table: "totp",
    keys: ["user_id"],
    columns: { secret: (row) => placeOf.totpSecret(number(row, "user_id")) },
  },
  {
    table: "sent_message",
    keys: ["user_id", "client_id"],
    columns: {
      content_digest: (row) => placeOf.sentDigest(number(row, "user_id"), text(row, "client_id")),
    },
  },
];
