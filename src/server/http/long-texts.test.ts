import { expect, it } from "vitest";
import { type LargeRule, readLargeJson } from "./read-large-json.ts";

const mebibyte = 1024 ** 2;
const message: LargeRule = { maxRest: mebibyte, longTexts: "of-message" };
const parse = (rest: Buffer): unknown => JSON.parse(rest.toString());

/** The result, and how many turns other work had meanwhile. */
async function read(body: string, rule = message) {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    return { ...(await readLargeJson(Buffer.from(body), rule, parse)), turns };
  } finally {
    isOver = true;
  }
}

const letters = String.raw`\\\"\u00e9é中😀\n`;

it.each([
  ["backslashes", String.raw`\\`, 60],
  ["quotes", String.raw`\"`, 400],
  ["letters of all kinds", letters, 30],
])("8 MiB of %s read as JSON.parse does, with turns", async (_what, part, least) => {
  const body = `{"textBody":"${part.repeat((8 * mebibyte) / Buffer.byteLength(part))}"}`;
  const { value, turns } = await read(body);
  expect(value).toEqual(JSON.parse(body));
  expect(turns).toBeGreaterThan(least);
});

it("only attachments and a message's own text may be long", async () => {
  const long = "a".repeat(70_000);
  for (const body of [
    { email: { to: [long] } },
    { email: { from: long } },
    { email: { attachments: [{ fileName: long }] } },
    [long],
  ])
    await expect(read(JSON.stringify(body))).rejects.toMatchObject({ status: 413 });
  const anywhere = { ...message, longTexts: "anywhere" } as const;
  expect((await read(JSON.stringify({ from: long }), anywhere)).value).toEqual({ from: long });
});
