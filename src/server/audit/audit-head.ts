import { createHmac, timingSafeEqual } from "node:crypto";
import type { Engine } from "#room/server/store/engine.ts";
import { beforeTheFirst } from "./audit-entry.ts";

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
