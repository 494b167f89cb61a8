import { expect, it } from "vitest";
import { csvText, recordsOfFile, recordsOfHead } from "./csv-file.ts";

const cellsOf = (text: string) =>
  recordsOfFile("a.csv", Buffer.from(text)).map(({ cells, line }) => [line, ...cells]);

it("reads quotes, line ends and empty cells, counting lines", () => {
  const text = 'a,"b ""c""",\r\n"two\r\nlines",,x\n\n,,\rlast,"",end';
  expect(cellsOf(text)).toEqual([
    [1, "a", 'b "c"', ""],
    [2, "two\nlines", "", "x"],
    [6, "last", "", "end"],
  ]);
  expect(cellsOf("a,")).toEqual([[1, "a", ""]]);
});

it("takes stray quotes literally, and names one never closed", () => {
  expect(cellsOf('"a"b,c\nd,5" e')).toEqual([
    [1, '"a"b', "c"],
    [2, "d", '5" e'],
  ]);
  const endless = `a,b\n"${"x,\n".repeat(2_000_000)}`;
  expect(() => cellsOf(endless)).toThrow("line 2: has a quotation mark that is never closed");
  expect(recordsOfHead("a.csv", 'a,b\nc,"d')).toEqual([{ line: 1, cells: ["a", "b"] }]);
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
  expect(csvText(Buffer.from("\ufeffCode\té", "utf16le"))).toBe("Code\té");
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
