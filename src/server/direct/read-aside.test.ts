import { beforeAll, expect, test } from "vitest";
import { builtSideProgram } from "#room/server/aside/test-side-program.ts";
import { type MailReader, mailReader } from "./read-aside.ts";
import { costlyLetters } from "./test-costly-letters.ts";

let read: MailReader;
beforeAll(async () => {
  read = mailReader(await builtSideProgram("src/server/direct/mail-reader.ts"));
});

/** The most memory this process has had. */
const peakMiB = () => process.resourceUsage().maxRSS / 1024;

test("costly letters are read, or refused, within bounds", async () => {
  // The thread starts, and the letters themselves are made.
  const letters = Object.values(costlyLetters).map((make) => make());
  await read(Buffer.from("From: a@b.example\r\n\r\nText"));
  const before = peakMiB();
  const answers: string[] = [];
  for (const letter of letters)
    answers.push(await read(letter).then(({ message }) => message.subject, String));
  expect(answers).toEqual([
    expect.stringContaining("more than 2,000,000 lines"),
    expect.stringContaining("more than 2,000,000 lines"),
    "html",
    "padded",
    expect.stringContaining("more than 5,000 addresses"),
    expect.stringContaining("more than 1000 parts"),
    expect.stringContaining("nested more than 30 deep"),
    expect.stringContaining("headers are longer than 256 KB"),
  ]);
  expect(peakMiB() - before).toBeLessThan(600);
});

test("a padded stretch of base64 decodes by itself", async () => {
  const coded = [Buffer.from("one\n"), Buffer.from("second"), Buffer.from([0, 255, 1])];
  const lines = coded.map((bytes) => `${bytes.toString("base64")}\r\n`).join("");
  const { message } = await read(
    Buffer.from(
      `From: a@b.example\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`,
    ),
  );
  expect(Buffer.from(message.attachments[0]?.content ?? [])).toEqual(Buffer.concat(coded));
});
