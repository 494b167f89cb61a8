import type { Store } from "#room/server/store/store.ts";
import { beforeTheFirst } from "./audit-entry.ts";
import type { AuditHead } from "./audit-head.ts";

/** The trail row that records a removal; the database moves the anchor only along with it. */
export const removal = {
  action: "removed trail",
  subjectOf: ({ entries, hash }: AuditHead) => `entries 1-${entries} ${hash}`,
} as const;

/** The last row removed by age, which the first remaining one follows; 0 if none was. */
export async function keptAnchor({ db }: Pick<Store, "db">): Promise<AuditHead> {
  const row = await db.selectFrom("audit_anchor").selectAll().where("id", "=", 1).executeTakeFirst();
  return { entries: Number(row?.entries ?? 0), hash: row?.hash ?? beforeTheFirst };
}

/** False when the anchor differs from the trail's last removal row. */
export async function isAnchorInTrail({ db }: Pick<Store, "db">, anchor: AuditHead): Promise<boolean> {
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
