import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore, type Store } from "#room/server/store/store.ts";
import queries from "./search-queries.txt?raw";
import type { CodeTable } from "./code-table.ts";
import { codesOf } from "./codes.ts";
import { importCodeFiles } from "./import-code-files.ts";
import { officialFiles, officialFolder } from "./test-official-files.ts";
import fieldWords from "./field-words.txt?raw";
import { readFieldWords } from "./read-field-words.ts";
import { searchCodes } from "./search-codes.ts";
import { missedBy, readQueries } from "./test-queries.ts";
import { postingsOf, rangeOf } from "./word-ranges.ts";

const day = "2026-11-20";

const [tenth = "", ninth = ""] = queries.split("# ninth revision");
const [tuned = "", heldOut = ""] = tenth.split("# held out");
const [asReported = ""] = tuned.split("# tuned for");

async function tableOf(store: Store): Promise<CodeTable> {
  const table = (await codesOf(store).book()).tables.get("ICD-10-CM");
  if (!table) throw new Error("No table");
  return table;
}

const folder = officialFolder();

it("the starter set finds what an urgent care types", async () => {
  const store = await openStore(":memory:");
  const table = await tableOf(store);
  const isThere = (family: string) => {
    const [from, end] = table.rangeOf(family);
    return end > from;
  };
  const questions = readQueries(tenth).filter(({ families }) => families.some(isThere));
  const missed = missedBy(table, questions, table.setOn(day));
  expect(questions.length).toBeGreaterThan(200);
  expect(1 - missed.length / questions.length, missed.join("\n")).toBeGreaterThanOrEqual(0.9);
  await store.close();
});

describe.skipIf(folder === undefined)("of what an urgent care types, over a full year", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(":memory:");
    const now = () => new Date(`${day}T12:00:00Z`);
    await importCodeFiles(codesOf(store), officialFiles(folder ?? "", "order_2027"), { by: "test", now });
  }, 60_000);
  afterAll(() => store.close());

  it("the ninth revision too; its diabetes begins with 250.00", async () => {
    const text = officialFiles(folder ?? "", "DESC_LONG");
    const codes = codesOf(store);
    await importCodeFiles(codes, text, { by: "test", now: () => new Date(`${day}T12:00:00Z`) });
    const table = (await codes.book()).tables.get("ICD-9-CM");
    const [first = -1] = table ? searchCodes(table, { question: "diabetes", set: 0, limit: 5 }) : [];
    expect(table?.codeAt(first)).toBe("25000");
    const questions = readQueries(ninth);
    const missed = table ? missedBy(table, questions, table.setOn("2015-09-30")) : [];
    expect(1 - missed.length / questions.length, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    ["each that was reported is found", asReported, 1],
    ["all but a few are found", tuned, 0.97],
    ["nine in ten of what nobody tuned for are found", heldOut, 0.9],
  ])("%s", async (_name, text, least) => {
    const questions = readQueries(text);
    const table = await tableOf(store);
    const missed = missedBy(table, questions, table.setOn(day));
    expect(questions.length).toBeGreaterThan(30);
    const share = 1 - missed.length / questions.length;
    expect(share, missed.join("\n")).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ["burned hand on stove", "T23"],
    ["nail through foot", "S913"],
    ["needle stick", "S61"],
    ["dog bite", "S51"],
    ["bite", "S"],
    ["mva", "V89"],
    ["cut hand on broken glass", "S61"],
    ["finger caught in car door", "S60"],
    ["hit thumb with hammer", "S60"],
    ["cut finger kitchen knife", "S612"],
    ["stove", "X15"],
    ["fell off ladder", "W11"],
  ])("an injury comes before its cause: %s", async (question, family) => {
    const table = await tableOf(store);
    const [first = -1] = searchCodes(table, { question, set: table.setOn(day), limit: 5 });
    expect(table.codeAt(first)).toMatch(new RegExp(`^${family}`));
  });

  it("every meaning of a field word is in some title", async () => {
    const tables = [...(await codesOf(store).book()).tables.values()];
    const isFound = (words: readonly string[]) =>
      tables.some((table) => {
        const ranges = words.map((word) => rangeOf(word, table));
        const codes = ranges.map((range) => new Set(range && postingsOf(range, table)));
        return [...(codes[0] ?? [])].some((code) => codes.every((one) => one.has(code)));
      });
    const lost = readFieldWords(fieldWords).spellings.flatMap(({ words, ways }) =>
      ways.filter((way) => !isFound(way)).map((way) => `${words.join(" ")}: ${way.join(" ")}`),
    );
    expect(lost).toEqual([]);
  });
});
