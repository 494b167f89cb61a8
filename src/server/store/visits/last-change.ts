import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";

/** The number of the last change of a visit. */
export async function lastChange(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("counter")
    .select("changes")
    .where("name", "=", "invoice")
    .executeTakeFirst();
  return row?.changes ?? 0;
}
