import { fieldOf } from "#room/server/codes/field-words.ts";
import { singularOf } from "#room/server/codes/read-field-words.ts";
import { queryWords } from "#room/server/codes/words-of-text.ts";

/** True for "x ray wrist", "strep test": services that have codes in CPT, and none in HCPCS level II. */
export function asksForService(question: string): boolean {
  const { phrases, services } = fieldOf("HCPCS");
  const words = new Set(queryWords(question).map(singularOf));
  const has = (all: readonly string[]) => all.every((word) => words.has(word));
  const longest = services.filter(has).reduce((most, service) => Math.max(most, service.length), 0);
  // "Flu shot admin" is one of level II, although "shot admin" is not.
  const named = phrases.find((phrase) => phrase.ways.length > 0 && has(phrase.words))?.words.length ?? 0;
  return longest > 0 && longest > named;
}
