import { hash } from "node:crypto";
import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";

/** What is noted. Ids and codes alone: no names of patients, no texts, no sums, no passwords. */
export interface AuditNote {
  /** The user's name; absent where nobody is known. At the command line: `shell:<account>`. */
  readonly actor: string | undefined;
  readonly action: AuditAction;
  readonly subject?: string | undefined;
  readonly remoteAddress?: string | undefined;
  /** Names the session, see `sessionMark`; it opens nothing. */
  readonly session?: string | undefined;
}

/** What names a session in the trail: the beginning of the hash that it is kept under. */
export function sessionMark(idHash: string): string {
  return idHash.slice(0, 12);
}

/** A row of the trail. */
export interface AuditEntry {
  /** 1, 2, 3 … without a gap. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly remoteAddress: string | null;
  readonly session: string | null;
  /** Hexadecimal SHA-256 over this row and the hash of the row before it. */
  readonly hash: string;
}

/** What the first row follows. */
export const beforeTheFirst = "0".repeat(64);

/** The hash of a row that follows a row with that hash. */
export function hashOfEntry(before: string, entry: Omit<AuditEntry, "hash">): string {
  const { seq, at, actor, action, subject, remoteAddress, session } = entry;
  const told = [before, seq, at, actor, action, subject, remoteAddress];
  // Rows of before the session was noted have the hash that they had.
  return hash("sha256", JSON.stringify(session === null ? told : [...told, session]));
}
