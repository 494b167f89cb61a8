import { describe, expect, it } from "vitest";
import type { BatchAnswer } from "./batch-run.ts";
import { csvOf, isBad, tsvOf } from "./batch-words.ts";
import { dayOf, readBatch } from "./read-batch.ts";

const plain = { svcDate: "", system: undefined, wrongDate: undefined };

describe("a pasted column", () => {
  it("is read line by line, blank lines and a heading passed over", () => {
    expect(readBatch("ICD code\r\nE11.9\r\n\r\n  i10 \nS72 001A\n")).toEqual([
      { ...plain, line: 2, code: "E11.9" },
      { ...plain, line: 4, code: "i10" },
      { ...plain, line: 5, code: "S72 001A" },
    ]);
  });

  it("keeps what is no code, so that its row says so", () => {
    expect(readBatch("???\n")).toEqual([{ ...plain, line: 1, code: "???" }]);
    expect(readBatch("")).toEqual([]);
  });
});

describe("columns of code, date and system", () => {
  it.each([
    "E11.9\t2026-10-01\tICD-10-CM",
    '"E11.9","10/1/2026","ICD10"',
    "10/01/2026;E11.9;I10CM",
    "E11.9,20261001,ICD-10",
  ])("are told apart in any order: %j", (line) => {
    expect(readBatch(line)).toEqual([
      { line: 1, code: "E11.9", svcDate: "2026-10-01", system: "ICD-10-CM", wrongDate: undefined },
    ]);
  });

  it("reads a code and its day with a blank between", () => {
    expect(readBatch("E11.9 2026-10-01")).toMatchObject([{ code: "E11.9", svcDate: "2026-10-01" }]);
  });

  it("takes I10 for the code, not for the system", () => {
    expect(readBatch("I10\t2026-10-01")).toMatchObject([{ code: "I10", system: undefined }]);
  });

  it("names a date that the calendar does not have", () => {
    expect(readBatch("I10\t13/45/2020")).toMatchObject([
      { code: "I10", svcDate: "", wrongDate: "13/45/2020" },
    ]);
  });
});

describe("a day", () => {
  it.each([
    ["2026-1-5", "2026-01-05"],
    ["2024-02-29T10:00:00", "2024-02-29"],
    ["1/5/2026", "2026-01-05"],
    ["20260105", "2026-01-05"],
    ["2025-02-29", undefined],
    ["13/1/2026", undefined],
    ["250.00", undefined],
    ["25000", undefined],
  ])("%s is %s", (text, day) => {
    expect(dayOf(text)).toBe(day);
  });
});

describe("what is exported", () => {
  const answer: BatchAnswer = {
    row: { line: 3, code: "S72001", svcDate: "2026-10-01", system: undefined, wrongDate: undefined },
    check: { state: "header", code: "S72.001", description: 'Fracture, "hip"', codeSystemName: "ICD-10-CM" },
    suggestion: "S72.001A",
  };

  it("has a row for each code, with quotes doubled", () => {
    expect(csvOf([answer]).split("\r\n")[1]).toBe(
      '"3","S72.001","2026-10-01","ICD-10-CM","yes","no","Fracture, ""hip""","S72.001A"',
    );
    expect(tsvOf([answer]).split("\r\n")[1]?.split("\t")).toHaveLength(8);
  });

  it("never hands a spreadsheet a formula", () => {
    const hostile: BatchAnswer = {
      ...answer,
      row: { ...answer.row, code: "=1+1" },
      check: { state: "invalid" },
    };
    expect(csvOf([hostile])).toContain(`"'=1+1"`);
    expect(tsvOf([hostile])).toContain("'=1+1");
  });

  it("counts among the bad ones what is not billable or was not checked", () => {
    expect(isBad(answer)).toBe(true);
    expect(isBad({ ...answer, check: { state: "not-checked" } })).toBe(true);
    expect(isBad({ ...answer, check: { state: "billable" } })).toBe(false);
    expect(isBad({ ...answer, check: { state: "empty" } })).toBe(false);
  });
});
