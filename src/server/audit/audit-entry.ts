import { createHmac, timingSafeEqual, hash } from "node:crypto";
import type { Engine } from "#room/server/store/engine.ts";
import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";

export interface AuditHead {
  readonly entries: number;
  /** SHA-256 in hex. */
  readonly hash: string;
}

/** A MAC over a head, which requires the key; null without a key. */
export function headMac({ entries, hash }: AuditHead, key: string | undefined): string | null {
  if (key === undefined) return null;
  return createHmac("sha256", key).update(`audit head\n${entries}\n${hash}`).digest("hex");
}

export function isMacOf(head: AuditHead, mac: string | null, key: string): boolean {
  const right = Buffer.from(headMac(head, key) ?? "");
  const given = Buffer.from(mac ?? "");
  return given.length === right.length && timingSafeEqual(given, right);
}

export async function keptHead({ db }: Pick<Engine, "db">): Promise<AuditHead & { mac: string | null }> {
  const row = await db.selectFrom("audit_head").selectAll().where("id", "=", 1).executeTakeFirst();
  return { entries: Number(row?.entries ?? 0), hash: row?.hash ?? beforeTheFirst, mac: row?.mac ?? null };
}

/** The trail row that records a removal; the database moves the anchor only along with it. */
export const removal = {
  action: "removed trail",
  subjectOf: ({ entries, hash }: AuditHead) => `entries 1-${entries} ${hash}`,
} as const;

/** The last row removed by age, which the first remaining one follows; 0 if none was. */
export async function keptAnchor({ db }: Pick<Engine, "db">): Promise<AuditHead> {
  const row = await db.selectFrom("audit_anchor").selectAll().where("id", "=", 1).executeTakeFirst();
  return { entries: Number(row?.entries ?? 0), hash: row?.hash ?? beforeTheFirst };
}

/** False when the anchor differs from the trail's last removal row. */
export async function isAnchorInTrail({ db }: Pick<Engine, "db">, anchor: AuditHead): Promise<boolean> {
  const row = await db
    .selectFrom("audit_entry")
    .select("subject")
    .where("action", "=", removal.action)
    .orderBy("action", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? row.subject === removal.subjectOf(anchor) : anchor.entries === 0;
}

/** A trail entry. Only ids and codes: no patient names, texts, amounts or passwords. */
export interface AuditNote {
  /** The user's name; absent when unknown. For the command line: `shell:<account>`. */
  readonly actor: string | undefined;
  readonly action: AuditAction;
  readonly subject?: string | undefined;
  readonly remoteAddress?: string | undefined;
  /** Identifies the session, see `sessionMark`; grants no access. */
  readonly session?: string | undefined;
}

/** Identifies a session in the trail: the beginning of its stored hash. */
export function sessionMark(idHash: string): string {
  return idHash.slice(0, 12);
}

export interface AuditEntry {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly remoteAddress: string | null;
  readonly session: string | null;
  /** SHA-256 in hex, over this row and the previous row's hash. */
  readonly hash: string;
}

/** Its columns but the hash. */
export const entryColumns = [
  "seq",
  "at",
  "actor",
  "action",
  "subject",
  "remote_address as remoteAddress",
  "session",
] as const;

/** A row that is not in the chain yet. */
export type LooseEntry = Omit<AuditEntry, "seq" | "hash">;

export function looseEntry(note: AuditNote, at: number): LooseEntry {
  const { actor = null, action, subject = null, remoteAddress = null, session = null } = note;
  return { at, actor, action, subject, remoteAddress, session };
}

/** The words by which an entry is found: of `event:1/visit:2`, each of the two. Rows of version 1.2 may say `I10×3`. */
export function subjectWords(subject: string | null): string[] {
  const words = (subject ?? "").toLowerCase().split(/[\s/,]+/);
  return [...new Set(words.map((word) => word.replace(/×.*|:+$/, "").slice(0, 100)).filter(Boolean))];
}

/** The hash that precedes the first row. */
export const beforeTheFirst = "0".repeat(64);

export function hashOfEntry(before: string, entry: Omit<AuditEntry, "hash">): string {
  const { seq, at, actor, action, subject, remoteAddress, session } = entry;
  const members = [before, seq, at, actor, action, subject, remoteAddress];
  // Rows from before sessions were recorded keep their original hash.
  return hash("sha256", JSON.stringify(session === null ? members : [...members, session]));
}
