import { valueOf } from "./rows.ts";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

const nameOf = (secretHash: string) => `first-run:${secretHash}`;

/** The hashes of what processes on an empty store printed: each works on all of them. */
export function createFirstRunSecrets(db: Kysely<Tables>) {
  return {
    async add(secretHash: string, at: number): Promise<void> {
      await db
        .insertInto("server_secret")
        .values({ name: nameOf(secretHash), secret: String(at) })
        .execute();
    },
    async madeAt(secretHash: string): Promise<number | undefined> {
      const named = db.selectFrom("server_secret").where("name", "=", nameOf(secretHash));
      const madeAt = await valueOf(named, "secret");
      return madeAt === undefined ? undefined : Number(madeAt);
    },
    async forget(secretHash: string): Promise<void> {
      await db.deleteFrom("server_secret").where("name", "=", nameOf(secretHash)).execute();
    },
  };
}
