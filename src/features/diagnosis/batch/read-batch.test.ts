import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BatchAnswer } from "./batch-run.ts";
import { batchCsv, isBad, tsvOf } from "./batch-words.ts";
import { keptTextOf, readBatch } from "./read-batch.ts";

const today = "2026-11-22";
const read = (text: string) => readBatch(text, today).rows;
const short = (text: string) =>
  read(text).map(({ code, svcDate, dateFault }) =>
    [code, dateFault === undefined ? svcDate : "fault"].join(" ").trim(),
  );

const plain = { svcDate: "", writtenDate: "", dateFault: undefined, system: undefined };

describe("a pasted column", () => {
  it("is read line by line, without blanks and heading", () => {
    expect(read("ICD code\r\nE11.9\r\n\r\n  i10 \nS72 001A\n")).toEqual([
      { ...plain, line: 2, code: "E11.9" },
      { ...plain, line: 4, code: "i10" },
      { ...plain, line: 5, code: "S72 001A" },
    ]);
  });

  it("keeps text without a code, so its row says so", () => {
    expect(read("???\n")).toEqual([{ ...plain, line: 1, code: "???" }]);
    expect(read("")).toEqual([]);
    expect(short("E11.9\nE1.19")).toEqual(["E11.9", "E1.19"]);
  });

  it.each([
    ["E11.9, I10", ["E11.9", "I10"]],
    ["E11.9 I10 j069", ["E11.9", "I10", "j069"]],
    ["E11.9/I10; J06.9", ["E11.9", "I10", "J06.9"]],
    ["250.00 401.9", ["250.00", "401.9"]],
    ["25000", ["25000"]],
    ["E53.8 Vitamin B12 deficiency", ["E53.8"]],
    ["Vitamin deficiency (E53.8)", ["E53.8"]],
    ["E11.9, I10, 10/01/2026", ["E11.9 2026-10-01", "I10 2026-10-01"]],
    ["E11.9 I10 30-Sep-26", ["E11.9 2026-09-30", "I10 2026-09-30"]],
  ])("%j has its codes, each a row", (line, rows) => {
    expect(short(line)).toEqual(rows);
  });
});

describe("the date of a row", () => {
  it.each([
    "30-Sep-26",
    "Sep 30, 2026",
    "30 Sep 2026",
    "09302026",
    "9/30/26",
    "2026/09/30",
    "09-30-2026",
    "9/30/2026 12:00:00 AM",
    "2026-09-30T00:00:00.0000000Z",
  ])("is read as Excel and people write it: %s", (date) => {
    expect(short(`I42.01\t${date}`)).toEqual(["I42.01 2026-09-30"]);
    expect(short(`${date}\tI42.01`)).toEqual(["I42.01 2026-09-30"]);
    expect(short(`Code,Date of service\nI42.01,${date}`)).toEqual(["I42.01 2026-09-30"]);
    expect(short(`I42.01 ${date}`)).toEqual(["I42.01 2026-09-30"]);
  });

  it.each([
    "30-Sept-26x",
    "13/45/2020",
    "10/1",
    "1012026",
    "Sep 31, 2026",
    "2026-02-30",
    "Okt 1, 2026",
    "tomorrow",
  ])("is never taken for today when unreadable: %s", (date) => {
    expect(short(`Dx\tDOS\nI10\t${date}`)).toEqual(["I10 fault"]);
    expect(short(`E11.9\t10/01/2026\nI10\t${date}`)).toEqual(["E11.9 2026-10-01", "I10 fault"]);
    expect(short(`I10\t${date}`)).toEqual(["I10 fault"]);
  });

  it.each(["J02.9\t46083", "J02.9 46083", "46083,J02.9", "J02.9\t46083\nI10\t46295"])(
    "is not guessed where it may be a CPT: %j",
    (text) => {
      const rows = read(text);
      expect(rows.map(({ svcDate }) => svcDate).join("")).toBe("");
      for (const { dateFault } of rows) expect(dateFault).toMatch(/may be a date from Excel or a CPT code/);
    },
  );

  it("is an Excel number only in columns of dates", () => {
    const cell = fc.constantFrom("10/01/2026", "46083", "46295", "99213", "30-Sep-26");
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), fc.boolean(), (cells, isNamed) => {
        const lines = cells.map((date) => `J02.9\t${date}`);
        const rows = read((isNamed ? ["Code\tDate of service", ...lines] : lines).join("\n"));
        const dates = cells.filter((date) => /\D/.test(date)).length;
        for (const [at, date] of cells.entries()) {
          const isTaken = rows[at]?.svcDate !== "";
          const isSure = isNamed || dates * 2 > cells.length || (dates > 0 && !cells.includes("99213"));
          if (date === "46083" || date === "46295") expect(isTaken).toBe(isSure);
        }
      }),
    );
    const named = readBatch("Code\tDOS\nI10\t46295", today);
    expect(named.rows).toMatchObject([{ svcDate: "2026-09-30" }]);
    expect(short(keptTextOf(named))).toEqual(["I10 2026-09-30"]);
    expect(short("J02.9\t46083\nI10\t99213")).toEqual(["J02.9", "I10"]);
  });

  it("is the later one next to a date of birth", () => {
    expect(short("I10\t01/02/1980\t10/01/2026\nE11.9\t03/04/2012\t10/02/2026")).toEqual([
      "I10 2026-10-01",
      "E11.9 2026-10-02",
    ]);
    expect(short("DOB,Dx,Date\n01/02/1980,I10,")).toEqual(["I10"]);
  });
});

describe("columns", () => {
  it.each([
    "E11.9\t2026-10-01\tICD-10-CM",
    '"E11.9","10/1/2026","ICD10"',
    "10/01/2026;E11.9;I10CM",
    "E11.9,20261001,ICD-10",
  ])("are told apart in any order: %j", (line) => {
    expect(read(line)).toMatchObject([{ code: "E11.9", svcDate: "2026-10-01", system: "ICD-10-CM" }]);
  });

  it("are found by headings, ignoring patient and procedure", () => {
    const text =
      'Charges of October\n\nPatient,MRN,Code,DX 2,Date of service,CPT\n"Doe, Jane",1234567,S93.401A,W19.XXXA,30-Sep-26,99213\n"Roe, R",J0696,I10,,,J0696';
    expect(short(text)).toEqual(["S93.401A 2026-09-30", "W19.XXXA 2026-09-30", "I10"]);
    expect(readBatch(text, today).columns).toBe(
      "Codes from “Code”, “DX 2”. Dates from “Date of service”. Not read: “Patient”, “MRN”, “CPT”.",
    );
  });

  it("are detected by content without a heading", () => {
    const text = "Doe J\tI10\t99213\t10/01/2026\nRoe R\tE11.9\t36415\t10/02/2026";
    expect(short(text)).toEqual(["I10 2026-10-01", "E11.9 2026-10-02"]);
    expect(readBatch(text, today).columns).toBe(
      "Codes from column 2. Dates from column 4. Not read: column 1, column 3.",
    );
  });

  it("never show a name where a code is missing", () => {
    expect(read("Patient,Dx,DOS\nDoe,,10/01/2026")).toMatchObject([{ code: "", svcDate: "2026-10-01" }]);
    expect(JSON.stringify(read("Doe, Jane\tI10\nRoe, R\t\n"))).not.toMatch(/Doe|Roe/);
  });

  it("may hold line ends in quotes, closed or not", () => {
    expect(read('Note,Code\n"two\nlines",I10\n"open,E11.9\nx,J06.9')).toMatchObject([
      { line: 2, code: "I10" },
      { line: 4, code: "E11.9" },
      { line: 5, code: "J06.9" },
    ]);
  });

  it("takes I10 for the code, not for the system", () => {
    expect(read("I10\t2026-10-01")).toMatchObject([{ code: "I10", system: undefined }]);
  });
});

describe("the stored part of the text", () => {
  it("has codes, dates and systems alone on their lines", () => {
    const text =
      "Patient,Code,Date,System\nDoe Jane,E11.9 I10,30-Sep-26,ICD-10\n\nRoe,J06.9,,\nX,Smith John,,";
    const kept = keptTextOf(readBatch(text, today));
    expect(kept).toBe("\nE11.9 I10\t30-Sep-26\tICD-10-CM\n\nJ06.9");
    expect(short(kept)).toEqual(["E11.9 2026-09-30", "I10 2026-09-30", "J06.9"]);
  });
});

describe("the export", () => {
  const answer: BatchAnswer = {
    row: { ...plain, line: 3, code: "S72001" },
    svcDate: "2026-10-01",
    check: { state: "header", code: "S72.001", description: 'Fracture, "hip"', codeSystemName: "ICD-10-CM" },
    suggestions: [{ code: "S72.001A", isChargeable: true }],
    mapping: [],
  };

  it("has a row for each code, with quotes doubled", () => {
    expect(batchCsv([answer]).split("\r\n")[1]).toBe(
      '3,S72.001,,2026-10-01,ICD-10-CM,yes,no,"Fracture, ""hip""",S72.001A,',
    );
    expect(tsvOf([answer]).split("\r\n")[1]?.split("\t")).toHaveLength(10);
  });

  it("never hands a spreadsheet a formula", () => {
    const hostile: BatchAnswer = {
      ...answer,
      row: { ...answer.row, code: "=1+1" },
      check: { state: "invalid" },
    };
    expect(batchCsv([hostile])).toContain(`,'=1+1,`);
    expect(tsvOf([hostile])).toContain("'=1+1");
  });

  it("counts codes not billable or not checked as bad", () => {
    expect(isBad(answer)).toBe(true);
    expect(isBad({ ...answer, check: { state: "not-checked" } })).toBe(true);
    expect(isBad({ ...answer, check: { state: "billable" } })).toBe(false);
    expect(isBad({ ...answer, check: { state: "empty" } })).toBe(false);
  });
});
