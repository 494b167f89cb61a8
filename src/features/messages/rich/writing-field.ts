import type { FocusTarget } from "#room/features/forms/focus-target.ts";

/** A position in the field in which a message is written, kept while a dialog has the focus. */
export interface TextPlace {
  readonly selected: string;
  /** Focuses the field with its previous caret or selection. */
  returnTo(): void;
  /** Replaces the selection with words of their own, apart from those around them. */
  insert(words: string): void;
  /** Replaces the selection with lines, below the words that stand before it in its line. */
  write(lines: string): void;
}

export interface WritingField extends FocusTarget {
  place(): TextPlace | undefined;
}

/** Words with the spaces that keep them apart from what stands before and after. */
export function apart(words: string, before: string, after: string): string {
  const space = before === "" || /[\s([{“‘"'/-]$/.test(before) ? "" : " ";
  return space + words + (/^[\s.,;:!?)\]}”’"']/.test(after) ? "" : " ");
}

/** A mark that ends a word’s space: typed right after words put in, it takes the place of theirs. */
export const endsSpace = /^[.,;:!?)\]}”’]$/;
