import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { dottedDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { openStore, type Store } from "#room/server/store/store.ts";
import { codesOf } from "./codes.ts";
import { importCodeFiles } from "./import-code-files.ts";
import { officialFiles, officialFolder } from "./test-official-files.ts";
import { findCodes, searchCodes, type CodeFilter } from "./search-codes.ts";
import { orderFile, year2025, year2026 } from "./test-code-files.ts";

const now = () => new Date("2026-11-20T12:00:00Z");
const day = "2026-11-20";

async function answersOn(store: Store, question: string, date = day, limit = 10): Promise<string[]> {
  const table = (await codesOf(store).book()).tables.get("ICD-10-CM");
  if (!table) throw new Error("No table");
  const found = searchCodes(table, { question, set: table.setOn(date), limit });
  return found.map((index) => dottedDiagnosisCode(table.codeAt(index), "ICD-10-CM"));
}

/** A question, and the code that must come first in both the starter set and a full year. */
const firstAnswers: readonly [question: string, code: string][] = [
  ["htn", "I10"],
  ["high blood pressure", "I10"],
  ["high blood pres", "I10"],
  ["hypertension", "I10"],
  ["dm2", "E11.9"],
  ["type 2 diab", "E11.9"],
  ["uti", "N39.0"],
  ["copd", "J44.9"],
  ["uri", "J06.9"],
  ["sob", "R06.02"],
  ["cp", "R07.9"],
  ["lac", "S61.219A"],
  ["fx wrist", "S62.101A"],
  ["rt ankle sprain", "S93.401A"],
  ["sprain right ankle", "S93.401A"],
  ["strep throat", "J02.0"],
  ["covid", "U07.1"],
  ["pink eye", "H10.9"],
  ["dog bite", "S51.851A"],
  ["fall", "W19.XXXA"],
  ["diarrhoea", "R19.7"],
  ["gastro-esophageal reflux", "K21.9"],
  ["gastroesophageal reflux", "K21.9"],
  ["suture removal", "Z48.02"],
  ["low back pain", "M54.50"],
  ["PAIN, left KNEE", "M25.562"],
  ["e11.9", "E11.9"],
  ["E11 9", "E11.9"],
  ["s72001a", "S72.001A"],
];

describe("a search on the starter set", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(":memory:");
  });
  afterAll(() => store.close());

  it.each(["", "   ", "zzzz", "%", "…", "a".repeat(200)])("finds nothing for %j", async (question) => {
    expect(await answersOn(store, question)).toEqual([]);
  });

  it.each(firstAnswers)("%j means %s", async (question, code) => {
    expect((await answersOn(store, question))[0]).toBe(code);
  });

  it("finds the nearest and names the words it lacks", async () => {
    const table = (await codesOf(store).book()).tables.get("ICD-10-CM");
    if (!table) throw new Error("No table");
    const found = findCodes(table, { question: "zzzz hypertension", set: 0, limit: 10 });
    expect(table.codeAt(found.codes[0] ?? -1)).toBe("I10");
    expect(found.missing[0]).toEqual(["zzzz"]);
  });

  it("counts all, and narrows by side, encounter and billable", async () => {
    const table = (await codesOf(store).book()).tables.get("ICD-10-CM");
    if (!table) throw new Error("No table");
    const titles = (filter: CodeFilter) => {
      const found = findCodes(table, { question: "S72", set: 0, limit: 500, ...filter });
      expect(found.total).toBe(found.codes.length);
      return found.codes.map((index) => table.titleIn(index, 0));
    };
    const all = titles({ isBillable: true });
    const left = titles({ isBillable: true, side: "left", encounter: "initial" });
    expect(left).toEqual(all.filter((title) => /\bleft\b/.test(title) && /\binitial\b/.test(title)));
    expect(left.length).toBeGreaterThan(0);
    expect(findCodes(table, { question: "S72", set: 0, limit: 2 }).total).toBeGreaterThan(all.length);
  });

  it("gives billable codes before headers, within the limit", async () => {
    const found = await answersOn(store, "S72", day, 50);
    expect(found.indexOf("S72")).toBeGreaterThan(found.indexOf("S72.001A"));
    expect(await answersOn(store, "fracture", day, 3)).toHaveLength(3);
  });
});

describeOnBothEngines("a search", (stores) => {
  test("answers the same on either engine, by the day's set", async () => {
    const store = await stores.open();
    await importCodeFiles(codesOf(store), [year2025, year2026], { by: "test", now, mayBeCut: true });
    expect(await answersOn(store, "multiple scl", "2025-09-30")).toEqual(["G35"]);
    expect(await answersOn(store, "multiple scl", "2025-10-01")).toEqual(["G35.D", "G35.A", "G35"]);
    expect(await answersOn(store, "fx femur", "2026-01-01")).toEqual([
      "S72.001A",
      "S72.001D",
      "S72.001S",
      "S72",
      "S72.00",
      "S72.0",
      "S72.001",
    ]);
    expect(await answersOn(store, "s72.0", "2026-01-01", 2)).toEqual(["S72.001A", "S72.001D"]);
    expect(await answersOn(store, "solvents", "2026-01-01")).toEqual([]);
    expect(await answersOn(store, "reworded", "2026-01-01")).toEqual(["I10"]);
  });

  test("a reopened store has the imported sets with their index", async () => {
    const url = await stores.fresh();
    const first = await stores.open(url);
    await importCodeFiles(codesOf(first), [year2025], { by: "test", now, mayBeCut: true });
    const second = await stores.open(url);
    expect(await answersOn(second, "sclerosis", "2025-01-01")).toEqual(["G35"]);
    await importCodeFiles(codesOf(first), [year2026], { by: "test", now, mayBeCut: true });
    // The other process checks the version a few times per second.
    await expect.poll(() => answersOn(second, "sclerosis", "2026-01-01")).toContain("G35.D");
  });

  test("two imports at once both stand afterwards", async () => {
    const store = await stores.open();
    const codes = codesOf(store);
    await Promise.all(
      [year2025, year2026].map((file) => importCodeFiles(codes, [file], { by: "test", now, mayBeCut: true })),
    );
    expect((await codes.stored.list()).map(({ name }) => name)).toEqual([
      "ICD-10-CM FY2025",
      "ICD-10-CM FY2026",
    ]);
    const [table] = (await codes.book()).tables.values();
    expect(table?.sets).toHaveLength(2);
  });
});

const folder = officialFolder();

describe.skipIf(folder === undefined)("a search over a full year", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(":memory:");
    await importCodeFiles(codesOf(store), officialFiles(folder ?? "", "order_2027"), { by: "test", now });
  }, 60_000);
  afterAll(() => store.close());

  it.each(firstAnswers)("%j means %s", async (question, code) => {
    expect((await answersOn(store, question))[0]).toBe(code);
  });

  it("finds a billable code by its whole title", async () => {
    const table = (await codesOf(store).book()).tables.get("ICD-10-CM");
    const missed: string[] = [];
    for (let index = 0; index < (table?.arrays.keys.length ?? 0); index += 97) {
      if (table?.isBillableIn(index, 0) !== true) continue;
      const found = searchCodes(table, { question: table.titleIn(index, 0), set: 0, limit: 50 });
      if (!found.includes(index)) missed.push(table.titleIn(index, 0));
    }
    expect(missed).toEqual([]);
  });
});

describe("a file that was cut", () => {
  test("is refused, first or later, until a person confirms", async () => {
    const store = await openStore(":memory:");
    const codes = codesOf(store);
    const first = importCodeFiles(codes, [year2025], { by: "test", now });
    await expect(first).rejects.toThrow("It has 13 codes; the official file has more than 90,000.");
    expect(await codes.stored.list()).toEqual([]);
    await importCodeFiles(codes, [year2025], { by: "test", now, mayBeCut: true });
    const cut = orderFile(2025, [["E11", "0", "Type 2 diabetes mellitus"]]);
    const second = importCodeFiles(codes, [cut], { by: "test", now });
    await expect(second).rejects.toThrow("would remove 12 of the 13 codes of ICD-10-CM FY2025");
    expect(await answersOn(store, "sclerosis", "2025-01-01")).toEqual(["G35"]);
    await importCodeFiles(codes, [cut], { by: "test", now, mayBeCut: true });
    expect(await answersOn(store, "sclerosis", "2025-01-01")).toEqual([]);
    await store.close();
  });

  test("is recognized by its unfinished last line", async () => {
    const store = await openStore(":memory:");
    const file = { name: year2025.name, bytes: year2025.bytes.subarray(0, -4) };
    const {
      changes: [change],
    } = await importCodeFiles(codesOf(store), [file], { by: "test", now, isDryRun: true });
    expect(change?.doubt).toContain("Its last line has no line end.");
    await store.close();
  });

  test("is named, each with its faults, where there are several", async () => {
    const store = await openStore(":memory:");
    const code = ["E119", "1", "Diabetes"] as const;
    const bad = (year: number) => orderFile(year, [code, code]);
    const files = [bad(2024), year2025, bad(2026)];
    const refused = importCodeFiles(codesOf(store), files, { by: "test", now, mayBeCut: true });
    await expect(refused).rejects.toThrow(/order_2024.txt is refused.*\n.*order_2026.txt is refused/);
    await store.close();
  });
});
