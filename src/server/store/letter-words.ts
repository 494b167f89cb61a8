import type { Kysely } from "kysely";
import { readJson } from "#room/contract/written-json.ts";
import type { LetterWords } from "#room/contract/schemas/letter-words.ts";
import { didChange } from "./rows.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

const none: LetterWords = { signature: "", templates: [] };

export function createLetterWords(db: Kysely<Tables>) {
  return {
    async read(): Promise<{ readonly version: number; readonly words: LetterWords }> {
      const row = await db.selectFrom("letter_words").selectAll().executeTakeFirst();
      return row ? { version: row.version, words: readJson(row.content) } : { version: 0, words: none };
    },
    /** False if they were changed since that version: nothing was saved. */
    save(words: LetterWords, { after }: { readonly after: number }): Promise<boolean> {
      const values = { content: storableText(JSON.stringify(words)), version: after + 1 };
      const first = db.insertInto("letter_words").values({ one: 1, ...values });
      return didChange(
        first.onConflict((conflict) =>
          conflict.column("one").doUpdateSet(values).where("letter_words.version", "=", after),
        ),
      );
    },
  };
}
