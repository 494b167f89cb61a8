import type { Kysely } from "kysely";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

/** The most practice names read; no clinic has more. */
const maxPractices = 1000;

/** The clinic's own data. */
export interface Clinic {
  /** Undefined until set. */
  name(): Promise<string | undefined>;
  setName(name: string): Promise<void>;
  /** Its name and those of its practices, which are easy to guess as passwords. */
  names(): Promise<string[]>;
}

export function createClinic(db: Kysely<Tables>): Clinic {
  const name = async () => (await db.selectFrom("clinic").select("name").executeTakeFirst())?.name;
  return {
    name,
    async setName(given) {
      const values = { name: storableText(given.trim()) };
      await db
        .insertInto("clinic")
        .values({ one: 1, ...values })
        .onConflict((conflict) => conflict.column("one").doUpdateSet(values))
        .execute();
    },
    async names() {
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
