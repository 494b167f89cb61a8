/** Why a text is rejected. */
export type JsonFaultKind =
  | "syntax"
  | "name-twice"
  | "rounded-number"
  | "too-deep"
  | "too-many-values"
  | "too-many-names"
  | "long-name";

/** Reports only the position, never the text, which may be patient data. */
export class JsonFault extends Error {
  readonly kind: JsonFaultKind;
  readonly position: number;

  constructor(kind: JsonFaultKind, position: number) {
    super(`${kind} at position ${position}`);
    this.kind = kind;
    this.position = position;
  }
}

/** Not shown by the interface: the most values in a text. The largest visits have a few thousand. */
export const maxValues = 100_000;

/**
 * Not shown by the interface, whose bodies have about a hundred: the most distinct names in a text with many
 * members. Each further name costs JSON.parse and member look-ups a few microseconds; 8 MiB of them blocked
 * the server for up to 350 ms.
 */
export const maxNames = 1000;

/** Not shown by the interface: the longest name, in characters. The interface's longest has 25. */
export const longestName = 200;

/** Not shown by the interface: levels of nesting. An event has eight. */
export const usualDepth = 64;
