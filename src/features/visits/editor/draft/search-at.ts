import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { searchedIn } from "./links.ts";
import { namedKindAt } from "./named-place.ts";
import type { FieldRef } from "./field-ref.ts";
import { codeMemberOf, isLinks } from "./typed-diagnoses.ts";
import { suggestedAt } from "./suggested-values.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** What is searched for in a field. Text that already is a code is not searched for but checked. */
export type Search =
  | { readonly of: "names"; readonly kind: DirectoryKind; readonly words: string }
  /** `meant`: the words are the clinic's short name for this code. */
  | { readonly of: "procedures"; readonly words: string; readonly meant?: string }
  | {
      readonly of: "diagnoses";
      readonly words: string;
      readonly system: "ICD-10-CM" | "ICD-9-CM";
      /** What stands before the words in the field and stays. */
      readonly before: string;
      /** Without a choice the text means something else. */
      readonly mayBeOther: boolean;
    }
  | { readonly of: "texts"; readonly words: string; readonly texts: readonly string[] };

const looksLikeCode = /^[A-TV-Z]\d|^[A-Z]\d[0-9A-Z]?\.?|^\d/i;
const systems = { icd10DiagCode: "ICD-10-CM", icd9DiagCode: "ICD-9-CM" } as const;

export function searchAt(visit: VisitDraft, place: FieldRef, typed: string): Search | undefined {
  const words = typed.trim();
  if (words === "") return undefined;
  if (isLinks(place)) {
    const found = searchedIn(words, visit.rows("diagnosis"));
    if (!found) return undefined;
    const { before, mayBeLetters } = found;
    const system = systems[codeMemberOf(visit)];
    return { of: "diagnoses", words: found.words, system, before, mayBeOther: mayBeLetters };
  }
  const member = "list" in place ? place.member : "";
  if (member === "icd10DiagCode" || member === "icd9DiagCode") {
    if (looksLikeCode.test(words)) return undefined;
    return { of: "diagnoses", words, system: systems[member], before: "", mayBeOther: false };
  }
  if (member === "cpt") {
    const meant = namesNow().fees.codeMeant(words);
    if (meant !== undefined) return { of: "procedures", words, meant };
    return /^[a-z]{2}/i.test(words) ? { of: "procedures", words } : undefined;
  }
  const kind = namedKindAt(place);
  if (kind && namesNow().hasKind(kind)) return { of: "names", kind, words };
  const texts = suggestedAt(place);
  return texts && !texts.includes(words) ? { of: "texts", words, texts } : undefined;
}

/** Whether what is typed there may be words that something is found for. */
export function isSearched(place: FieldRef): boolean {
  const isCode = "list" in place && ["cpt", "icd10DiagCode", "icd9DiagCode"].includes(place.member);
  return isCode || isLinks(place) || searchAll(place) !== undefined;
}

/** Everything there is to choose from in a field, before a word is typed. */
export function searchAll(place: FieldRef): Search | undefined {
  const texts = suggestedAt(place);
  if (texts) return { of: "texts", words: "", texts };
  const kind = namedKindAt(place);
  return kind && namesNow().hasKind(kind) ? { of: "names", kind, words: "" } : undefined;
}
