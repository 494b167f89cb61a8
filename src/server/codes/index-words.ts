import { numberOf } from "./rising-list.ts";
import { breathe } from "./file-lines.ts";
import type { CodeArrays } from "./code-table.ts";
import { emptyWords, wordsOf } from "./words-of-text.ts";

export interface IndexedCodes {
  readonly titleOf: (code: string) => string;
  /** How often a code is meant: 0 daily, 1 commonly, 2 the rest. */
  readonly rarityOf: (code: string) => 0 | 1 | 2;
}

type WordArrays = Pick<
  CodeArrays,
  "words" | "postingStarts" | "postings" | "codeWordStarts" | "codeWords" | "rankPenalty"
>;

const codesAtOnce = 4096;
/** A word of a title is stored in two bytes. */
const maxWords = 2 ** 16;

/** The words of the titles, and the codes of each word. The codes come sorted; they are identified by index. */
export async function indexWords(
  codes: readonly string[],
  { titleOf, rarityOf }: IndexedCodes,
): Promise<WordArrays> {
  const numbers = new Map<string, number>();
  const codeWordStarts = new Uint32Array(codes.length + 1);
  const rankPenalty = new Uint8Array(codes.length);
  let found = new Uint32Array(codes.length * 8);
  let length = 0;
  for (const [index, code] of codes.entries()) {
    const words = wordsOf(titleOf(code)).filter((word) => !emptyWords.has(word));
    if (length + words.length > found.length) found = grown(found, words.length);
    for (const word of words) {
      found[length] = numberOf(numbers, word);
      length += 1;
    }
    codeWordStarts[index + 1] = length;
    rankPenalty[index] = rankPenaltyOf(words, rarityOf(code));
    if (index % codesAtOnce === 0) await breathe();
  }
  if (numbers.size > maxWords) throw new Error(`The titles have more than ${maxWords} different words`);
  const sorted = [...numbers.keys()].toSorted();
  const places = new Uint32Array(sorted.length);
  for (const [place, word] of sorted.entries()) places[numbers.get(word) ?? 0] = place;
  const codeWords = Uint16Array.from(found.subarray(0, length), (number) => places[number] ?? 0);
  return {
    words: Buffer.from(sorted.join("\n"), "latin1"),
    ...invert(codeWordStarts, codeWords, sorted.length),
    codeWordStarts,
    codeWords,
    rankPenalty,
  };
}

function grown(values: Uint32Array, more: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2 + more);
  larger.set(values);
  return larger;
}

/** Converts the words of each code to the codes of each word; a code that has a word twice is listed once. */
function invert(codeWordStarts: Uint32Array, codeWords: Uint16Array, wordCount: number) {
  const last = new Int32Array(wordCount).fill(-1);
  const postingStarts = new Uint32Array(wordCount + 1);
  const eachOnce = (visit: (word: number, code: number) => void) => {
    last.fill(-1);
    for (let code = 0; code + 1 < codeWordStarts.length; code += 1) {
      for (let at = codeWordStarts[code] ?? 0; at < (codeWordStarts[code + 1] ?? 0); at += 1) {
        const word = codeWords[at] ?? 0;
        if (last[word] === code) continue;
        last[word] = code;
        visit(word, code);
      }
    }
  };
  eachOnce((word) => {
    postingStarts[word + 1] = (postingStarts[word + 1] ?? 0) + 1;
  });
  for (let word = 0; word < wordCount; word += 1) {
    postingStarts[word + 1] = (postingStarts[word + 1] ?? 0) + (postingStarts[word] ?? 0);
  }
  const next = postingStarts.slice();
  const postings = new Uint32Array(postingStarts[wordCount] ?? 0);
  eachOnce((word, code) => {
    const at = next[word] ?? 0;
    postings[at] = code;
    next[word] = at + 1;
  });
  return { postingStarts, postings };
}

/** Words that add nothing to a title's subject. */
const plainWords: ReadonlySet<string> = new Set(
  (
    "unspecified site not specified other initial encounter closed without complications nos complication mention stated " +
    "type uncontrolled nonintractable accidental unintentional"
  ).split(" "),
);
/** Rare in urgent care, unless searched for. */
const rareWords: ReadonlySet<string> = new Set(
  (
    "pathological stress osteoporosis neoplastic periprosthetic birth newborn congenital firearm assault self " +
    "complicating pregnancy childbirth puerperium trimester military war watercraft terrorism underdosing " +
    "intraoperative postprocedural maternal neonatal hereditary physeal salter neonate aircraft spacecraft " +
    "prosthetic transplant undetermined animal railway tuberculous syphilitic gonococcal rheumatoid juvenile"
  ).split(" "),
);

/**
 * Ranks what an urgent-care clerk most likely means first: common codes, initial encounters, short titles; follow-ups,
 * late effects and rare conditions last.
 */
function rankPenaltyOf(words: readonly string[], rarity: number): number {
  const telling = words.filter((word) => !plainWords.has(word)).length;
  let rankPenalty = Math.min(telling, 30) * 2 + rarity * 40;
  // A search without a detail means a code without it.
  if (!words.includes("unspecified")) rankPenalty += 1;
  if (words.includes("sequela")) rankPenalty += 60;
  if (words.includes("subsequent")) rankPenalty += 45;
  if (words.includes("classified")) rankPenalty += 10;
  if (words.some((word) => rareWords.has(word))) rankPenalty += 35;
  return rankPenalty;
}
