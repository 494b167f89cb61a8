/** Why a text is not taken. */
export type JsonFaultKind =
  | "syntax"
  | "name-twice"
  | "rounded-number"
  | "too-deep"
  | "too-many-values"
  | "too-many-names"
  | "long-name";

/** Tells the place alone, and nothing of what the text holds: it may be patient data. */
export class JsonFault extends Error {
  readonly kind: JsonFaultKind;
  readonly position: number;

  constructor(kind: JsonFaultKind, position: number) {
    super(`${kind} at position ${position}`);
    this.kind = kind;
    this.position = position;
  }
}

/** Not shown by the interface: a text may hold so many values at most; the largest visits have a few thousand. */
export const mostValues = 100_000;

/**
 * Not shown by the interface, whose bodies have some hundred: a text of many members may have so many names. Each other
 * name costs JSON.parse and what looks the members through some microseconds: 8 MiB of them held everybody up to 350 ms.
 */
export const mostNames = 1000;

/** Not shown by the interface: characters of a name. Its longest has 25. */
export const longestName = 200;

/** Not shown by the interface: levels of nesting. An event has eight. */
export const usualDepth = 64;
