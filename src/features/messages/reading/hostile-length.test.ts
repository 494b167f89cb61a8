import { expect, test } from "vitest";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import { safeFileName } from "#room/contract/primitives/safe-file-name.ts";
import { senderName } from "#room/features/messages/inbox/sort-summaries.ts";
import { needsEqualWidth, textBlocks, textParts } from "#room/features/messages/text-mail/text-blocks.ts";
import { answerTo, quotedText } from "./answer.ts";
import { workMs } from "#room/testing/work-ms.ts";

const facts = { from: "a", received: "b", to: "c", subject: "d" };

/** Parsers of parts of a stranger's mail, each of any length. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  textBlocks,
  textParts,
  needsEqualWidth,
  quotedText: (text) => quotedText("reply", facts, text),
  senderName,
  safeFileName,
  parseAddresses,
  answerTo: (text) => answerTo("reply-all", { from: text, to: [text], subject: text }, []),
};

const runs = [
  "\n",
  " ",
  "\t",
  "a",
  "-",
  ".",
  "@",
  "(",
  "<",
  '"',
  ">",
  "www.a.b/)",
  "a@a.",
  "<\t",
  "re:",
  "> \n",
];

test.each(Object.keys(readers))("%s takes a mail of any length in no time", (name) => {
  const readAll = () => {
    for (const run of runs) {
      const long = run.repeat(20_000 / run.length);
      for (const text of [`${long}x`, `<${long}`, `http://a.b/${long}]`]) readers[name]?.(text);
    }
  };
  // A pattern that restarts at every character takes seconds for one of these.
  expect(workMs(readAll)).toBeLessThan(1000);
});
