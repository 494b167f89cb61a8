import { createHmac, timingSafeEqual } from "node:crypto";

/** How far the trail goes: the number of its entries and the hash of the last. */
export interface AuditHead {
  readonly entries: number;
  /** Hexadecimal SHA-256. */
  readonly hash: string;
}

/** What only who has the key can write under a head; null without a key. */
export function headMac({ entries, hash }: AuditHead, key: string | undefined): string | null {
  if (key === undefined) return null;
  return createHmac("sha256", key).update(`audit head\n${entries}\n${hash}`).digest("hex");
}

export function isMacOf(head: AuditHead, mac: string | null, key: string): boolean {
  const right = Buffer.from(headMac(head, key) ?? "");
  const given = Buffer.from(mac ?? "");
  return given.length === right.length && timingSafeEqual(given, right);
}
