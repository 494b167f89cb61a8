import { readJson } from "#room/contract/written-json.ts";
import { valuesOf, didChange } from "./rows.ts";
import type { Kysely } from "kysely";
import type { Clinic as ClinicWords } from "#room/contract/schemas/clinic.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import type { LetterWords } from "#room/contract/schemas/letter-words.ts";

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

const maxPractices = 1000;

export interface ClinicNow {
  readonly version: number;
  /** Without what is not known. */
  readonly clinic: ClinicWords;
}

export function createClinic(db: Kysely<Tables>) {
  const read = async (): Promise<ClinicNow> => {
    const row = await db.selectFrom("clinic").selectAll().executeTakeFirst();
    const { name = "", address = "", phone = "", tax_id: taxId = "", version = 0 } = row ?? {};
    const visitNaming = row?.visit_naming === "id" ? "" : row?.visit_naming;
    const words = { name, address, phone, taxId, visitNaming, visitMember: row?.visit_member };
    return { version, clinic: Object.fromEntries(Object.entries(words).filter(([, text]) => text)) };
  };
  /** Undefined if it was changed since that version: nothing was saved. */
  const save = async (
    clinic: ClinicWords,
    { after }: { readonly after: number },
  ): Promise<ClinicNow | undefined> => {
    const kept = (text: string | null | undefined) => storableText((text ?? "").trim());
    const values = {
      name: kept(clinic.name),
      address: kept(clinic.address),
      phone: kept(clinic.phone),
      tax_id: kept(clinic.taxId),
      visit_naming: clinic.visitNaming ?? ("id" as const),
      visit_member: clinic.visitNaming === "member" ? kept(clinic.visitMember) : "",
      version: after + 1,
    };
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto("clinic")
      .values({ one: 1, ...values })
      .onConflict((conflict) =>
        conflict.column("one").doUpdateSet(values).where("clinic.version", "=", after),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n ? read() : undefined;
  };
  return {
    read,
    save,
    async setName(name: string): Promise<void> {
      const { clinic, version } = await read();
      await save({ ...clinic, name }, { after: version });
    },
    /** Its name and those of its practices, which are easy to guess as passwords. */
    async names(): Promise<string[]> {
      const { clinic } = await read();
      const practices = db
        .selectFrom("directory_entry")
        .where("kind", "=", "practice")
        .where("content", "!=", "");
      const contents = await valuesOf(practices.limit(maxPractices), "content");
      const entries = contents.map((content) => readJson<DirectoryEntry>(content));
      const names = entries.flatMap((entry) => [entry.name ?? "", entry.shortName ?? ""]);
      return [...(clinic.name ? [clinic.name] : []), ...names];
    },
  };
}
