/** Words that barely distinguish codes, so that searches ignore them. */
export const emptyWords: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "as",
  "at",
  "by",
  "for",
  "in",
  "is",
  "my",
  "of",
  "on",
  "or",
  "the",
  "to",
  "with",
]);

const isAscii = /^[ -~]*$/;

/**
 * The words of a text: lowercase, without accents and apostrophes. Hyphenated words count both in parts and joined
 * ("gastro-esophageal": gastro, esophageal, gastroesophageal).
 */
export function wordsOf(text: string): string[] {
  const plain = unaccented(text.toLowerCase()).replaceAll(/['’`]/g, "");
  const words: string[] = [];
  for (const [run] of plain.matchAll(/[\da-z]+(?:-[\da-z]+)*/g)) {
    if (!run.includes("-")) {
      words.push(run);
      continue;
    }
    const parts = run.split("-");
    words.push(...parts, parts.join(""));
  }
  return words;
}

function unaccented(text: string): string {
  // Most texts are plain, and the rest is most of the work.
  if (isAscii.test(text)) return text;
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** The significant words of a question; hyphenated words count only in parts. */
export function queryWords(question: string): string[] {
  const words = wordsOf(question.replaceAll("-", " "));
  const telling = words.filter((word) => !emptyWords.has(word));
  return telling.length > 0 ? telling : words;
}
