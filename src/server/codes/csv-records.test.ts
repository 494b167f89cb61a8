import { expect, it } from "vitest";
import { csvRecords, csvText } from "./csv-records.ts";

const cellsOf = (text: string) => csvRecords(text).map(({ cells, line }) => [line, ...cells]);

it("reads quotes, doubled quotes, line ends within quotes, empty cells, and counts the lines", () => {
  const text = 'a,"b ""c""",\r\n"two\nlines",,x\n\n,,\nlast,"",end';
  expect(cellsOf(text)).toEqual([
    [1, "a", 'b "c"', ""],
    [2, "two\nlines", "", "x"],
    [6, "last", "", "end"],
  ]);
  expect(cellsOf("a,")).toEqual([[1, "a", ""]]);
});

it("takes text behind a closing quote as it stands, and is done with a quote that nothing ends", () => {
  expect(cellsOf('"a"b,c\nd,e')).toEqual([
    [1, 'a"b', "c"],
    [2, "d", "e"],
  ]);
  const endless = `"${"x,\n".repeat(2_000_000)}`;
  expect(csvRecords(endless)).toHaveLength(1);
});

it("reads what Excel saves", () => {
  expect(csvText(Buffer.from("\ufeffé"))).toBe("é");
  expect(csvText(Buffer.from([0xe9]))).toBe("é");
});
