import type { Store } from "#room/server/store/store.ts";
import {
  beforeTheFirst,
  hashOfEntry,
  isAnchorInTrail,
  isMacOf,
  keptAnchor,
  keptHead,
  type AuditHead,
} from "./audit-entry.ts";
import { auditEntries } from "./audit-trail.ts";

export interface BrokenChain {
  readonly seq: number;
  readonly fault:
    | "a row is missing before it"
    | "the row was changed"
    | "rows are missing at the end"
    | "the head was changed"
    | "the head is not under AUDIT_KEY"
    | "the anchor was changed"
    | "it is another log than the one whose head was kept";
}

export interface VerifiedTrail extends AuditHead {
  readonly broken: BrokenChain | undefined;
}

/**
 * Verifies the whole chain against the stored head and, if given, one exported earlier: detects truncation, deletion
 * and rewriting.
 */
export async function verifyAuditTrail(
  store: Pick<Store, "db" | "auditKey">,
  exported?: AuditHead,
): Promise<VerifiedTrail> {
  const { isDone: _isDone, ...walked } = await verifyPart(store, theBeginning, { exported });
  return walked;
}

export const theBeginning: AuditHead = { entries: 0, hash: beforeTheFirst };

/** The same from a verified position, for at most this many rows. */
export async function verifyPart(
  store: Pick<Store, "db" | "auditKey">,
  from: AuditHead,
  { exported, most = Infinity }: { exported?: AuditHead | undefined; most?: number },
): Promise<VerifiedTrail & { readonly isDone: boolean }> {
  const { auditKey } = store;
  const anchor = await keptAnchor(store);
  // Read first: rows added meanwhile come after it.
  const kept = await keptHead(store);
  // Rows removed by age are before the anchor, which the first remaining row follows.
  let { entries, hash } = from.entries < anchor.entries ? anchor : from;
  const start = entries;
  const brokenAt = (seq: number, fault: BrokenChain["fault"]) => ({
    entries,
    hash,
    isDone: true,
    broken: { seq, fault },
  });
  if (auditKey !== undefined && kept.entries > 0 && !isMacOf(kept, kept.mac, auditKey))
    return brokenAt(kept.entries, "the head is not under AUDIT_KEY");
  if (!(await isAnchorInTrail(store, anchor))) return brokenAt(anchor.entries, "the anchor was changed");
  if (anchor.entries === exported?.entries && anchor.hash !== exported.hash)
    return brokenAt(anchor.entries, "it is another log than the one whose head was kept");
  for await (const entry of auditEntries(store.db, 0, entries)) {
    if (entry.seq !== entries + 1) {
      // Unless more rows were removed meanwhile.
      const moved = await keptAnchor(store);
      if (moved.entries > anchor.entries && moved.entries > entries)
        return verifyPart(store, moved, { exported, most });
      return brokenAt(entry.seq, "a row is missing before it");
    }
    if (hashOfEntry(hash, entry) !== entry.hash) return brokenAt(entry.seq, "the row was changed");
    entries += 1;
    ({ hash } = entry);
    if (entries === exported?.entries && hash !== exported.hash)
      return brokenAt(entries, "it is another log than the one whose head was kept");
    if (entries === kept.entries && hash !== kept.hash) return brokenAt(entries, "the head was changed");
    if (entries - start >= most) return { entries, hash, isDone: false, broken: undefined };
  }
  const least = Math.max(kept.entries, exported?.entries ?? 0);
  if (entries < least) return brokenAt(entries + 1, "rows are missing at the end");
  return { entries, hash, isDone: true, broken: undefined };
}
