import type { CodeBook } from "./code-book.ts";
import { searchCodes } from "./search-codes.ts";

/** A smaller table is searched at once as it is. */
const manyCodes = 20_000;
const pauseMs = 20;
const limit = 10;
const questions = ["contusion left knee", "fx wrist", "pnuemonia", "initial encountr", "s72.0"].flatMap(
  (text) => Array.from(text, (_letter, at) => text.slice(0, at + 1)),
);

/**
 * Searches a new book in the background, a question at a time: else the first people who search, after a start or an
 * import, wait for code to be compiled and for what is made of a table once.
 */
export function warmSearch({ tables }: CodeBook): void {
  for (const table of tables.values()) {
    if (table.arrays.keys.length < manyCodes) continue;
    const set = table.sets.length - 1;
    const left = questions.values();
    const askNext = () => {
      const { value: question } = left.next();
      if (question === undefined) return;
      searchCodes(table, { question, set, limit });
      setTimeout(askNext, pauseMs).unref();
    };
    setTimeout(askNext, pauseMs).unref();
  }
}
