import { valueOf } from "./rows.ts";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export async function directoryVersion(db: Kysely<Tables>): Promise<number> {
  return (await valueOf(db.selectFrom("last_number").where("name", "=", "directory"), "value")) ?? 0;
}
