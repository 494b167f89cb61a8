import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { contentText } from "#room/contract/same-content.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { codeWordsOf, addWords } from "#room/server/store/visits/visit-words.ts";
import { placeOf } from "./associated-data.ts";
import type { Sealer } from "./sealer.ts";

/** A row with its keys and its sealed columns, as returned by a statement over any of the tables. */
export type LooseRow = Readonly<Record<string, unknown>>;

export interface SealedTable {
  readonly table: keyof Tables;
  /** The columns that identify its rows and give the order of processing. */
  readonly keys: readonly string[];
  /** Those that a sealed value is bound to, if others than the keys. */
  readonly bound?: readonly string[];
  /** Other columns that the function below needs. */
  readonly also?: readonly string[];
  /** The sealed ones. */
  readonly columns: readonly string[];
  /** Stores what is derived from the texts, of which one that cannot be opened is undefined; or returns its columns. */
  readonly derived?: (
    row: LooseRow,
    texts: Readonly<Record<string, string | null | undefined>>,
    parts: { readonly db: Kysely<Tables>; readonly seal: Sealer },
  ) => Promise<Readonly<Record<string, string>> | undefined | void>;
}

// The statements that name the columns determine what is in them.
const text = (row: LooseRow, column: string) => String(row[column]);

/** The associated data of a sealed column. */
export function boundTo({ table, keys, bound = keys }: SealedTable, column: string, row: LooseRow): string {
  return placeOf(`${table}.${column}`, ...bound.map((name) => text(row, name)));
}

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
    columns: ["content", "withhold_reason"],
    derived: async (row, { content }, parts) => {
      if (text(row, "result") === "0") await addCodes(row, content, parts);
    },
  },
  {
    table: "invoice",
    keys: ["invoice_number"],
    also: ["visit_id"],
    columns: ["lines", "end_reason"],
    derived: async (row, { end_reason }, parts) => {
      await addWords(parts, text(row, "visit_id"), end_reason ?? "");
    },
  },
  { table: "closed_day", keys: ["day", "practice_id"], columns: ["sheets"] },
  {
    table: "refused_event",
    keys: ["refused_id"],
    bound: ["event_id", "received_at"],
    also: ["visit_id", "digest"],
    columns: ["content", "faults"],
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
    columns: ["content"],
    derived: async (row, { content }, parts) => {
      await addWords(parts, text(row, "visit_id"), content ?? "");
    },
  },
  {
    table: "visit_deed",
    keys: ["deed_id"],
    bound: ["visit_id", "at", "deed"],
    columns: ["detail"],
    derived: async (row, { detail }, parts) => {
      if (row["deed"] === "closed") await addWords(parts, text(row, "visit_id"), detail ?? "");
    },
  },
  { table: "message", keys: ["message_id"], columns: ["subject", "preview"] },
  { table: "mailbox_entry", keys: ["user_id", "message_id"], columns: ["labels"] },
  { table: "message_body", keys: ["message_id"], columns: ["text_body", "html_body"] },
  { table: "message_attachment", keys: ["message_id", "position"], columns: ["file_name"] },
  { table: "draft", keys: ["user_id", "draft_id"], columns: ["content"] },
  { table: "draft_file", keys: ["user_id", "draft_id", "file_id", "piece"], columns: ["content"] },
  { table: "totp", keys: ["user_id"], columns: ["secret"] },
  { table: "sent_message", keys: ["user_id", "client_id"], columns: ["content_digest"] },
];
