import type { Kysely } from "kysely";
import { didChange, valueOf } from "./rows.ts";
import type { Tables } from "./tables.ts";

/**
 * Statements that mark a restored database, whatever edition wrote it: the next to open the store ends what was live
 * when the backup was made; see store/settle-restore.ts.
 */
export function markRestored(at: number): readonly string[] {
  return [
    "create table if not exists restored_backup (one bigint primary key, restored_at bigint not null, settled_at bigint, confirmed_at bigint)",
    "delete from restored_backup",
    `insert into restored_backup (one, restored_at) values (1, ${at})`,
  ];
}

/**
 * After a restore: ends all sessions, links and pending proofs, since some had been ended after the backup was made,
 * and holds the keys of programs until an administrator confirms each. Once, in whatever process comes first.
 */
export async function settleRestore(db: Kysely<Tables>, now: number): Promise<void> {
  const unsettled = db.selectFrom("restored_backup").where("settled_at", "is", null);
  const restoredAt = await valueOf(unsettled, "restored_at");
  if (restoredAt === undefined) return;
  await db.transaction().execute(async (transaction) => {
    const waiting = transaction.updateTable("restored_backup").where("settled_at", "is", null);
    if (!(await didChange(waiting.set({ settled_at: now })))) return;
    await transaction
      .updateTable("session")
      .set({ ended_at: now, end_reason: "restored" })
      .where("ended_at", "is", null)
      .execute();
    await transaction
      .updateTable("program_key")
      .set({ held_since: restoredAt })
      .where("ended_at", "is", null)
      .execute();
    await transaction.deleteFrom("user_link").where("used_at", "is", null).execute();
    await transaction.deleteFrom("factor_challenge").execute();
    await transaction.deleteFrom("sign_in_attempt").execute();
    await transaction.deleteFrom("provider_session").execute();
  });
}

/** When the data was restored, until an administrator has looked through the people. */
export async function unconfirmedRestore(db: Kysely<Tables>): Promise<number | undefined> {
  const restoredAt = await valueOf(
    db.selectFrom("restored_backup").where("confirmed_at", "is", null),
    "restored_at",
  );
  return restoredAt === undefined ? undefined : Number(restoredAt);
}

export function confirmRestore(db: Kysely<Tables>, now: number): Promise<boolean> {
  const unconfirmed = db.updateTable("restored_backup").where("confirmed_at", "is", null);
  return didChange(unconfirmed.set({ confirmed_at: now }));
}
