import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTsv, isBlock, parseTsv } from "./tsv.ts";

describe("tab-separated text", () => {
  it("reads what it writes", () => {
    const cell = fc.string().map((text) => text.replaceAll("\r", ""));
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(block, (rows) => {
        fc.pre(rows.at(-1)?.some((text) => text !== "") ?? false);
        fc.pre(rows.length > 0);
        expect(parseTsv(formatTsv(rows))).toEqual(rows);
      }),
    );
  });

  it("reads what Excel puts on the clipboard", () => {
    expect(parseTsv('99213\t25\r\n87880\t"a ""b""\n c"\r\n')).toEqual([
      ["99213", "25"],
      ["87880", 'a "b"\n c'],
    ]);
  });

  it("reads what Excel for Mac puts on the clipboard", () => {
    expect(parseTsv("1\r2\r")).toEqual([["1"], ["2"]]);
    expect([isBlock("1\r2"), isBlock("1\r")]).toEqual([true, false]);
  });

  it("keeps a quote that none closes, and all behind it", () => {
    expect(parseTsv('"late fee\t20\ncopay\t30')).toEqual([
      ['"late fee', "20"],
      ["copay", "30"],
    ]);
    expect(parseTsv('"a", b\t1')).toEqual([['"a", b', "1"]]);
  });

  it("takes one cell with a line end as one cell", () => {
    expect([isBlock("99213\r\n"), isBlock("99213\t25"), isBlock("99213\n87880")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("takes a sentence with commas as one cell", () => {
    const texts = ["Copay, cash, front desk", "Seen; paid; closed", "Paid 20, then 30, in cash"];
    expect(texts.filter(isBlock)).toEqual([]);
    const rows = ["99213,25,A", "99213;25;A", "99213, 25, 1, $150.00", "Copay; Visa; 20"];
    expect(rows.filter(isBlock)).toEqual(rows);
  });
});
