import { expect, it } from "vitest";
import * as fc from "fast-check";
import { readLimits } from "./read-limits.ts";
import { readPairs } from "./read-pairs.ts";
import { PairTable } from "./pair-table.ts";
import { keyedProcedure, keyOfProcedure } from "./procedure-key.ts";
import { limitsFile, pairsFile, type SmallPair, smallLimits, smallPairs } from "./test-edit-files.ts";

async function faultsOf(read: Promise<unknown> | (() => unknown)): Promise<unknown> {
  const refused = typeof read === "function" ? (async () => read())() : read;
  return refused.then(
    () => "read",
    (error: { faults: { line: number; message: string }[] }) =>
      error.faults.map(({ line, message }) => (line === 0 ? message : `${line}: ${message}`)),
  );
}

async function tableOf(pairs: readonly SmallPair[]): Promise<PairTable> {
  const { name, bytes } = pairsFile(pairs);
  const { table } = await readPairs(name, bytes);
  return PairTable.of(new Uint8Array(table.bytes()));
}

it("reads pairs, notice and days in force, last included", async () => {
  const { name, bytes } = pairsFile(smallPairs);
  const { count, notice } = await readPairs(name, bytes);
  expect([count, notice]).toEqual([
    6,
    "CPT only copyright 2025 American Medical Association.  All rights reserved.",
  ]);
  const table = await tableOf(smallPairs);
  const on = (day: number, ...codes: string[]) =>
    table
      .among(codes.map(keyedProcedure), day)
      .map(({ column1, column2, indicator }) => `${column1} ${column2} ${indicator}`);
  const all = ["A6402", "J2001", "J3301", "G0168"];
  expect(on(20260930, ...all)).toEqual(["G0168 A6402 0", "G0168 J2001 1"]);
  expect(on(20261001, ...all)).toEqual(["G0168 A6402 0"]);
  expect(on(20200101, ...all)).toEqual(["G0168 A6402 0", "G0168 J2001 1"]);
  expect(on(20191231, ...all)).toEqual(["G0168 J2001 1"]);
  expect(on(20191231, "A4206", "J1885")).toEqual(["J1885 A4206 0"]);
  expect(on(20200101, "A4206", "J1885")).toEqual(["J1885 A4206 1"]);
  expect(on(20261116, "A4206", "J1885", "99213")).toEqual([]);
});

it("keeps any pairs as they were, whatever their order", async () => {
  const code = fc.stringMatching(/^[0-9A-Z]{5}$/);
  const day = fc.integer({ min: 1996, max: 2026 }).map((year) => `${year}0401`);
  const pair = fc.tuple(code, code, day, fc.oneof(day, fc.constant("*")), fc.constantFrom("0", "1", "9"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(pair, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1995, max: 2027 }),
      async (pairs, year) => {
        const table = await tableOf(pairs);
        const date = year * 10_000 + 401;
        const expected = pairs
          .filter(
            ([, , from, to, indicator]) =>
              indicator !== "9" && Number(from) <= date && (to === "*" || date <= Number(to)),
          )
          .map(([first, second, , , indicator]) => `${first} ${second} ${indicator}`);
        const codes = [...new Set(pairs.flatMap(([first, second]) => [first, second]))];
        const found = table
          .among(codes.map(keyedProcedure), date)
          .map(({ column1, column2, indicator }) => `${column1} ${column2} ${indicator}`);
        expect(found.toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 60 },
  );
});

it.each<[string, readonly SmallPair[], string[]]>([
  [
    "a short code",
    [["G016", "A6402", "20200101", "*", "0"]],
    ["7: column 1, “G016”, is not a procedure code"],
  ],
  [
    "a day that is none",
    [["G0168", "A6402", "20200231", "*", "0"]],
    ["7: the effective date, “20200231”, is not a day (yyyymmdd)"],
  ],
  [
    "an end that is none",
    [["G0168", "A6402", "20200101", "0", "0"]],
    ["7: the deletion date, “0”, is not a day (yyyymmdd) or *"],
  ],
  [
    "an indicator that is none",
    [["G0168", "A6402", "20200101", "*", "2"]],
    ["7: the modifier indicator, “2”, is not 0, 1 or 9"],
  ],
  ["no rationale", [["G0168", "A6402", "20200101", "*", "0", ""]], ["7: there is no rationale"]],
  ["an empty file", [], ["the file has no lines"]],
  [
    "two faults",
    [
      ["G0168", "A6402", "20200101", "*", "0"],
      ["G0168", "a6402", "20200101", "*", "0"],
      ["G0168", "A6402", "x", "*", "0"],
    ],
    ["8: column 2, “a6402”, is not a procedure code", "9: the effective date, “x”, is not a day (yyyymmdd)"],
  ],
])("refuses pairs with %s, by line", async (_what, pairs, faults) => {
  const { name, bytes } = pairsFile(pairs);
  expect(await faultsOf(readPairs(name, bytes))).toEqual(faults);
});

it("refuses a column of a hundred thousand blanks at once", async () => {
  const { name, bytes } = pairsFile(smallPairs.slice(0, 1));
  const blank = Buffer.from(bytes)
    .toString("latin1")
    .replace("A6402\t\t", `A6402\t${" ".repeat(100_000)}x\t`);
  const faults = await faultsOf(readPairs(name, Buffer.from(blank, "latin1")));
  expect(faults).toEqual([expect.stringMatching(/^7: .* longer line/)]);
});

it("refuses pairs that are cut off, or have no heading", async () => {
  const { name, bytes } = pairsFile(smallPairs);
  expect(await faultsOf(readPairs(name, bytes.subarray(0, -40)))).toEqual(["12: the file is cut off here"]);
  expect(await faultsOf(readPairs(name, pairsFile(smallPairs, { head: [] }).bytes))).toEqual([
    "has no heading (Column 1, Column 2, …) above its lines",
  ]);
});

it("reads limits below their notice; 0 is a limit", () => {
  const { name, bytes } = limitsFile(smallLimits);
  const { table, count, notice } = readLimits(name, bytes);
  expect(count).toBe(4);
  expect(notice).toContain('Fee schedules are "not" part of CPT.');
  const limitOf = (code: string) => table.limitOf(keyOfProcedure(code));
  expect(limitOf("J1885")).toEqual({ value: 4, indicator: 3, rationale: "Prescribing Information" });
  expect(limitOf("A4206")).toEqual({ value: 0, indicator: 2, rationale: "Code Descriptor, bundled" });
  expect(limitOf("L3908")?.indicator).toBe(1);
  expect(limitOf("99213")).toBeUndefined();
});

it("refuses limits by line: no value, no indicator, duplicates", async () => {
  const { name, bytes } = limitsFile([
    "J1885,,3 Date of Service Edit: Clinical,x",
    "G0168,2,4 Other,x",
    "L39,2,1 Line Edit,x",
    "A4206,1,1 Line Edit,x",
    "A4206,2,1 Line Edit,x",
    "A4207,2",
  ]);
  expect(await faultsOf(() => readLimits(name, bytes))).toEqual([
    "6: the value of J1885, “”, is not a whole number",
    "7: the adjudication indicator of G0168, “4 Other”, is not 1, 2 or 3 with its words",
    "8: “L39” is not a procedure code",
    "10: code A4206 is already on line 9",
    "11: has 2 columns, not the four of a limit",
  ]);
});
