import { createHmac, timingSafeEqual } from "node:crypto";

/** The end of the trail: the number of entries and the last one's hash. */
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
