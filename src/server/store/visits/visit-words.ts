import { addNew } from "#room/server/store/rows.ts";
import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import { bareCode } from "#room/billing/diagnosis-identity.ts";
import { isRecord } from "#room/billing/json-record.ts";

const maxWords = 500;
const longest = 40;
/** Of a longer text the first words are found. A single sign may stand for eighteen. */
const maxSigns = 1_000_000;

/** Letters apart from their accents, no more of them than are looked at: eighteen million take seconds. */
function apart(text: string): string {
  let signs = "";
  for (const [piece] of text.slice(0, maxSigns).matchAll(/.{1,5000}/gsu)) {
    signs += piece.normalize("NFKD");
    if (signs.length >= maxSigns) break;
  }
  return signs.slice(0, maxSigns);
}

/** All words of a text in searchable form: letters and digits, without case and accents. */
export function allWordsOf(text: string): string[] {
  const plain = apart(text).replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) =>
    Array.from(word.slice(0, 2 * longest))
      .slice(0, longest)
      .join(""),
  );
}

export const wordsOf = (text: string): string[] => [...new Set(allWordsOf(text))];

export async function addWords(
  { db, seal }: { readonly db: Kysely<Tables>; readonly seal: Sealer },
  visitId: string,
  text: string,
): Promise<void> {
  const rows = seal.words(wordsOf(text).slice(0, maxWords)).map((word) => ({ word, visit_id: visitId }));
  await addNew(db, "visit_word", rows);
}

const most = 60;
const members = ["cpt", "icd10DiagCode", "icd9DiagCode", "snomed"] as const;

/** The codes of any JSON that arrived as an event, without dots: the words by which an open visit is found by them. */
export function codeWordsOf(event: unknown): string {
  const visit = isRecord(event) && isRecord(event["visitCharged"]) ? event["visitCharged"] : {};
  const rows: unknown[] = [visit["charges"], visit["diagnosis"]].flatMap((rows) =>
    Array.isArray(rows) ? rows : [],
  );
  const codes = rows.flatMap((row) =>
    isRecord(row)
      ? members.flatMap((member) => {
          const { [member]: code } = row;
          return typeof code === "string" ? [bareCode(code)] : [];
        })
      : [],
  );
  return [...new Set(codes)].slice(0, most).join(" ");
}
