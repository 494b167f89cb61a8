import type { CodeTable } from "./code-table.ts";
import { type Field, isBodyWord, isCause, smallWorth } from "./field-words.ts";
import { type Part, waysOf } from "./question-part.ts";
import type { FieldWays } from "./read-field-words.ts";

/** What a cause and a part of the body mean together: "hammer thumb". */
const impliedInjury: FieldWays = [["contusion"], ["burn"], ["injury"]];

/** A part with its place in the question and its words as the field has them. */
export interface PlacedPart {
  readonly at: number;
  readonly part: Part;
  readonly words: readonly string[];
}

/**
 * In the order of the question. "Burned hand on stove" asks for the burn, so that the stove counts little; only alone
 * is a cause what is asked for. With nothing but a part of the body, it implies an injury.
 */
export function withCausesAside(parts: readonly PlacedPart[], table: CodeTable, field: Field): Part[] {
  const sorted = parts.toSorted((a, b) => a.at - b.at);
  const isAside = ({ words }: PlacedPart) => isCause(words, field);
  const told = sorted.filter((one) => !isAside(one) && one.part.worth > smallWorth);
  if (told.length === 0 || !sorted.some(isAside)) return sorted.map(({ part }) => part);
  const aside = sorted.map((one) =>
    isAside(one) ? { ...one.part, worth: smallWorth, isCause: true } : one.part,
  );
  const isPlaceOnly = told.every(({ words }) => words.every((word) => isBodyWord(word, field)));
  if (!isPlaceOnly) return aside;
  return [...aside, { typed: "", worth: smallWorth, ways: waysOf(impliedInjury, [], table) }];
}
