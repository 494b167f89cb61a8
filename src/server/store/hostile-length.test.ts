import { expect, test, vi } from "vitest";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import { workMs } from "#room/testing/work-ms.ts";
import { hasPhrases, phrasesIn } from "./message-words.ts";
import { previewOf } from "./message-preview.ts";
import { textOfHtml } from "./text-of-html.ts";
import { wordsOf } from "./visits/visit-words.ts";

const people = { sender: "", to: [], cc: [], attachments: [] };

/** What reads a stranger's letter beside all other work, each as much of it as is looked at. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  textOfHtml: (text) => textOfHtml(text, 500_000),
  previewOf: (text) => previewOf({ htmlBody: text }),
  hasPhrases: (text) => hasPhrases({ ...people, subject: text, textBody: text, htmlBody: text }, [" a b "]),
  wordsOf,
  phrasesIn,
  oneLine,
};

const runs = [
  "<a ",
  "</a\t",
  "<!--",
  "<style",
  "<style></style",
  "<",
  "&#1",
  "&amp",
  '"',
  "\n ",
  "\u200d",
  "\u0301",
  "x",
];

test.each(Object.keys(readers))("%s takes a letter of any length in no time", (name) => {
  for (const run of runs) {
    const long = run.repeat(300_000 / run.length);
    // A pattern that restarts at every character takes minutes.
    expect(
      workMs(() => readers[name]?.(`${long}x`)),
      JSON.stringify(run),
    ).toBeLessThan(2000);
  }
});

test("a text that grows by normalizing is cut", () => {
  const normalize = vi.spyOn(String.prototype, "normalize");
  const words = wordsOf(`first ${"\uFDFA".repeat(900_000)} last`);
  const made = normalize.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
  normalize.mockRestore();
  // Not all sixteen million.
  expect(made).toBeLessThan(1_100_000);
  expect(words).toContain("first");
  expect(words).not.toContain("last");
  expect(wordsOf("Straße 한국 x²")).toEqual(["straße", "한국".normalize("NFKD"), "x2"]);
  // Wherever it is cut in between, signs of two halves are whole.
  for (const before of ["", "x"]) expect(wordsOf(`${before}${"𝐀".repeat(3000)} 𝐛`)).toContain("b");
});
