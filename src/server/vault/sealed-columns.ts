import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { contentText } from "#room/contract/same-content.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { codeWordsOf, addWords } from "#room/server/store/visits/visit-words.ts";
import { associatedData } from "./associated-data.ts";
import type { Sealer } from "./sealer.ts";

/** A row with its keys and its sealed columns, as returned by a statement over any of the tables. */
export type LooseRow = Readonly<Record<string, unknown>>;

export interface SealedTable {
  readonly table: keyof Tables;
  /** The columns that identify its rows and give the order of processing. */
  readonly keys: readonly string[];
  /** Other columns that the functions below need. */
  readonly also?: readonly string[];
  /** The associated data of each sealed column. */
  readonly columns: Readonly<Record<string, (row: LooseRow) => string>>;
  /** Stores what is derived from the texts, of which one that cannot be opened is undefined; or returns its columns. */
  readonly derived?: (
    row: LooseRow,
    texts: Readonly<Record<string, string | null | undefined>>,
    parts: { readonly db: Kysely<Tables>; readonly seal: Sealer },
  ) => Promise<Readonly<Record<string, string>> | undefined | void>;
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

async function addCodes(
  row: LooseRow,
  content: string | null | undefined,
  parts: { readonly db: Kysely<Tables>; readonly seal: Sealer },
): Promise<void> {
  if (content) await addWords(parts, text(row, "visit_id"), codeWordsOf(JSON.parse(content)));
}

/** Every sealed text column. Pieces of attachments are bytes, and are handled separately. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: "charged_event",
    keys: ["event_id"],
    also: ["visit_id", "result"],
    columns: {
      content: (row) => associatedData.event(text(row, "event_id")),
      withhold_reason: (row) => associatedData.withholdReason(text(row, "event_id")),
    },
    derived: async (row, { content }, parts) => {
      if (number(row, "result") === 0) await addCodes(row, content, parts);
    },
  },
  {
    table: "invoice",
    keys: ["invoice_number"],
    also: ["visit_id"],
    columns: {
      lines: (row) => associatedData.invoiceLines(number(row, "invoice_number")),
      end_reason: (row) => associatedData.endReason(number(row, "invoice_number")),
    },
    derived: async (row, { end_reason }, parts) => {
      await addWords(parts, text(row, "visit_id"), end_reason ?? "");
    },
  },
  {
    table: "closed_day",
    keys: ["day", "practice_id"],
    columns: { sheets: (row) => associatedData.closedDay(text(row, "day"), text(row, "practice_id")) },
  },
  {
    table: "refused_event",
    keys: ["refused_id"],
    also: ["visit_id", "event_id", "received_at", "digest"],
    columns: {
      content: (row) => associatedData.refusedEvent(refused(row)),
      faults: (row) => associatedData.refusedFaults(refused(row)),
    },
    // It recognizes a repeat. A keyed one stays as it is if the content was too large to keep.
    derived: async (row, { content }, parts) => {
      const { seal } = parts;
      await addCodes(row, content, parts);
      if (typeof content === "string")
        return { digest: seal.mark(hash("sha256", contentText(JSON.parse(content)), "base64url")) };
      const digest = text(row, "digest");
      return content === null && !digest.startsWith("~") ? { digest: seal.mark(digest) } : undefined;
    },
  },
  {
    table: "visit_note",
    keys: ["note_id"],
    also: ["visit_id"],
    columns: { content: (row) => associatedData.note(text(row, "note_id")) },
    derived: async (row, { content }, parts) => {
      await addWords(parts, text(row, "visit_id"), content ?? "");
    },
  },
  {
    table: "visit_deed",
    keys: ["deed_id"],
    also: ["visit_id", "at", "deed"],
    columns: { detail: (row) => associatedData.actionDetail(actionRow(row)) },
    derived: async (row, { detail }, parts) => {
      if (row["deed"] === "closed") await addWords(parts, text(row, "visit_id"), detail ?? "");
    },
  },
  {
    table: "message",
    keys: ["message_id"],
    columns: {
      subject: (row) => associatedData.subject(number(row, "message_id")),
      preview: (row) => associatedData.preview(number(row, "message_id")),
    },
  },
  {
    table: "mailbox_entry",
    keys: ["user_id", "message_id"],
    columns: { labels: (row) => associatedData.labels(number(row, "user_id"), number(row, "message_id")) },
  },
  {
    table: "message_body",
    keys: ["message_id"],
    columns: {
      text_body: (row) => associatedData.textBody(number(row, "message_id")),
      html_body: (row) => associatedData.htmlBody(number(row, "message_id")),
    },
  },
  {
    table: "message_attachment",
    keys: ["message_id", "position"],
    columns: {
      file_name: (row) =>
        associatedData.fileName({ message_id: number(row, "message_id"), position: number(row, "position") }),
    },
  },
  {
    table: "draft",
    keys: ["user_id", "draft_id"],
    columns: { content: (row) => associatedData.draft(number(row, "user_id"), text(row, "draft_id")) },
  },
  {
    table: "draft_file",
    keys: ["user_id", "draft_id", "file_id", "piece"],
    columns: {
      content: (row) =>
        associatedData.draftFile({
          userId: number(row, "user_id"),
          draftId: text(row, "draft_id"),
          fileId: text(row, "file_id"),
          piece: number(row, "piece"),
        }),
    },
  },
  {
    table: "totp",
    keys: ["user_id"],
    columns: { secret: (row) => associatedData.totpSecret(number(row, "user_id")) },
  },
  {
    table: "sent_message",
    keys: ["user_id", "client_id"],
    columns: {
      content_digest: (row) => associatedData.sentDigest(number(row, "user_id"), text(row, "client_id")),
    },
  },
];
