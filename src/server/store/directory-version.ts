import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export async function directoryVersion(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("last_number")
    .select("value")
    .where("name", "=", "directory")
    .executeTakeFirst();
  return row?.value ?? 0;
}
