export function maxEdits(length: number): number {
  return length >= 8 ? 2 : length >= 5 ? 1 : 0;
}

export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

export function otherLetters(letters: number, known: number): number {
  let strange = letters & ~known;
  let count = 0;
  for (; strange !== 0; strange &= strange - 1) count += 1;
  return count;
}

const longest = 32;
const rows = [new Uint8Array(longest + 1), new Uint8Array(longest + 1), new Uint8Array(longest + 1)] as const;

/** The distance of a typed word from another, and how much of the other it may be the beginning of. */
export interface Distance {
  readonly edits: number;
  /** Letters of the other word not yet typed. */
  readonly rest: number;
}

/**
 * Letters inserted, deleted, changed or swapped with their neighbor, between a typed word and another word or its
 * beginning; undefined above `most`.
 */
export function distanceTo(typed: string, other: string, most: number): Distance | undefined {
  if (typed.length > longest || typed.length - other.length > most) return undefined;
  const width = Math.min(other.length, typed.length + most);
  let [before, last, row] = rows;
  for (let at = 0; at <= width; at += 1) last[at] = at;
  for (let line = 1; line <= typed.length; line += 1) {
    row[0] = line;
    let least = line;
    for (let at = 1; at <= width; at += 1) {
      const isSame = typed.charCodeAt(line - 1) === other.charCodeAt(at - 1);
      let edits = Math.min(
        (last[at] ?? 0) + 1,
        (row[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        line > 1 &&
        at > 1 &&
        typed.charCodeAt(line - 1) === other.charCodeAt(at - 2) &&
        typed.charCodeAt(line - 2) === other.charCodeAt(at - 1);
      if (isSwapped) edits = Math.min(edits, (before[at - 2] ?? 0) + 1);
      row[at] = edits;
      least = Math.min(least, edits);
    }
    if (least > most) return undefined;
    [before, last, row] = [last, row, before];
  }
  let best: Distance | undefined;
  for (let at = 0; at <= width; at += 1) {
    const edits = last[at] ?? 0;
    const rest = other.length - at;
    // Prefers the whole word over a longer one.
    if (edits <= most && (!best || edits < best.edits || (edits === best.edits && rest < best.rest)))
      best = { edits, rest };
  }
  return best;
}
