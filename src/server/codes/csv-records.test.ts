import { expect, it } from "vitest";
import { csvRecords, csvText, recordsOfFile } from "./csv-records.ts";

const cellsOf = (text: string) => csvRecords(text).map(({ cells, line }) => [line, ...cells]);

it("reads quotes, line ends and empty cells, counting lines", () => {
  const text = 'a,"b ""c""",\r\n"two\nlines",,x\n\n,,\nlast,"",end';
  expect(cellsOf(text)).toEqual([
    [1, "a", 'b "c"', ""],
    [2, "two\nlines", "", "x"],
    [6, "last", "", "end"],
  ]);
  expect(cellsOf("a,")).toEqual([[1, "a", ""]]);
});

it("takes stray text after a quote, and unclosed quotes", () => {
  expect(cellsOf('"a"b,c\nd,e')).toEqual([
    [1, 'a"b', "c"],
    [2, "d", "e"],
  ]);
  const endless = `"${"x,\n".repeat(2_000_000)}`;
  expect(csvRecords(endless)).toHaveLength(1);
});

it("takes what separates the cells of the first line", () => {
  expect(cellsOf('"a,b";c\n1,5;"x;y"')).toEqual([
    [1, "a,b", "c"],
    [2, "1,5", "x;y"],
  ]);
  expect(cellsOf("a\tb\nc,d;e\tf")).toEqual([
    [1, "a", "b"],
    [2, "c,d;e", "f"],
  ]);
});

it("reads what Excel saves", () => {
  expect(csvText(Buffer.from("\ufeffé"))).toBe("é");
  expect(csvText(Buffer.from([0xe9]))).toBe("é");
});

it("refuses a file with more of anything than any list", () => {
  const commas = Buffer.from(`a,b\n${",".repeat(11_000_000)}`);
  expect(() => recordsOfFile("a.csv", commas)).toThrow("line 2: has more than 256 columns");
  expect(() => recordsOfFile("a.csv", Buffer.from("\n".repeat(1_000_000)))).toThrow(
    "more than 200,000 lines",
  );
  const cells = Buffer.from(`${"1,".repeat(200)}\n`.repeat(11_000));
  expect(() => recordsOfFile("a.csv", cells)).toThrow("more than 2,000,000 cells");
  expect(() => recordsOfFile("a.csv", new Uint8Array(13 * 1024 ** 2))).toThrow("at most 12 MiB");
});
