import type { Kysely } from "kysely";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

/** The most practice names read; no clinic has more. */
const maxPractices = 1000;

/** The clinic's own data. */
export function createClinic(db: Kysely<Tables>) {
  const name = async () => (await db.selectFrom("clinic").select("name").executeTakeFirst())?.name;
  return {
    /** Undefined until set. */
    name,
    async setName(given: string): Promise<void> {
      const values = { name: storableText(given.trim()) };
      await db
        .insertInto("clinic")
        .values({ one: 1, ...values })
        .onConflict((conflict) => conflict.column("one").doUpdateSet(values))
        .execute();
    },
    /** Its name and those of its practices, which are easy to guess as passwords. */
    async names(): Promise<string[]> {
      const own = await name();
      const rows = await db
        .selectFrom("directory_entry")
        .select("content")
        .where("kind", "=", "practice")
        .where("content", "!=", "")
        .limit(maxPractices)
        .execute();
      // Written only by the directory, from the same type.
      const entries = rows.map(({ content }) => JSON.parse(content) as DirectoryEntry);
      const practices = entries.flatMap((entry) => [entry.name ?? "", entry.shortName ?? ""]);
      return [...(own === undefined ? [] : [own]), ...practices];
    },
  };
}

export type Clinic = ReturnType<typeof createClinic>;
