import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workMs } from "#room/testing/work-ms.ts";
import type { BatchAnswer } from "./batch-run.ts";
import { keptTextOf, withCodesTaken } from "./batch-text.ts";
import { batchCsv, exactOf, isBad, tsvOf } from "./batch-words.ts";
import { maxRows, readBatch } from "./read-batch.ts";
import { sumWords, unreadWords } from "./sum-words.ts";

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
    expect(short("E11.9\nE1.19\nZ99.99.9")).toEqual(["E11.9", "E1.19", "Z99.99.9"]);
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

it("a line of very many codes is read at once", () => {
  expect(read(`${"J02.9 ".repeat(20_000)}10/01/2026`)).toHaveLength(20_000);
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
    expect(readBatch(text, today)).toMatchObject({
      columns: "Codes from “Code”, “DX 2”. Dates from “Date of service”.",
      unreadColumns: "Not read: “Patient”, “MRN”, “CPT”.",
    });
  });

  it("are detected by content without a heading", () => {
    const text = "Doe J\tI10\t99213\t10/01/2026\nRoe R\tE11.9\t36415\t10/02/2026";
    expect(short(text)).toEqual(["I10 2026-10-01", "E11.9 2026-10-02"]);
    expect(readBatch(text, today)).toMatchObject({
      columns: "Codes from column 2. Dates from column 4.",
      unreadColumns: "Not read: column 1, column 3.",
    });
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

describe("every code of a line", () => {
  it.each([
    [
      "a column that mixes",
      "J02.9, M54.5\nE11.9, 10/01/2026\nI10, 10/02/2026",
      ["J02.9", "M54.5", "E11.9 2026-10-01", "I10 2026-10-02"],
    ],
    [
      "dates that moved a column",
      "J02.9, 10/01/2026\nE11.9, 10/02/2026\nJ02.9, M54.5, 10/03/2026",
      ["J02.9 2026-10-01", "E11.9 2026-10-02", "J02.9 2026-10-03", "M54.5 2026-10-03"],
    ],
    ["each with its date", "J02.9,10/01/2026,M54.5,10/02/2026", ["J02.9 2026-10-01", "M54.5 2026-10-02"]],
    ["a date first", "10/01/2025 J02.9\n10/02/2026\tM54.5", ["J02.9 2025-10-01", "M54.5 2026-10-02"]],
    ["joined by words", "J02.9 and M54.5\n1) I10 2) E11.9", ["J02.9", "M54.5", "I10", "E11.9"]],
    ["with descriptions", "J02.9 sore throat M54.5 back pain", ["J02.9", "M54.5"]],
    ["beside procedures", "J02.9\t99213\nM54.5\t99214\nI10\tE11.9", ["J02.9", "M54.5", "I10", "E11.9"]],
    ["above a heading", "J02.9\ncode\nI10", ["J02.9", "code", "I10"]],
    [
      "in a column of systems",
      "J02.9\tICD-10\nI10\tICD-10\nE11.9\tM54.5",
      ["J02.9", "I10", "E11.9", "M54.5"],
    ],
    [
      "beside amounts of money",
      "J02.9\t99.00\t120.00\nI10\t$85\t$1\nE11.9\t$2\t$3",
      ["J02.9", "I10", "E11.9"],
    ],
    [
      "beside a code of 2014",
      "250.00\t401.9\nV70.0\t\n780.60\t01/02/2014\n",
      ["250.00", "401.9", "V70.0", "780.60 2014-01-02"],
    ],
  ])("is read: %s", (_name, text, rows) => {
    expect(short(text)).toEqual(rows);
  });

  it("is read or named, however the columns mix", () => {
    const cell = fc.oneof(
      fc.constantFrom("J02.9", "M54.5", "I10", "S72.001A", "R05.9 cough", "10/01/2026", "99213", "Doe", ""),
      fc.constantFrom("J02.9 M54.5", "vitamin B12, see E53.8"),
    );
    const lines = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom("\t", ","), (table, separator) => {
        const { rows, unread } = readBatch(table.map((cells) => cells.join(separator)).join("\n"), today);
        for (const [at, cells] of table.entries()) {
          const told = [
            ...rows.filter(({ line }) => line === at + 1).map(({ code }) => code),
            ...unread.filter(({ line }) => line === at + 1).map(({ word }) => word),
          ];
          const codes = cells.flatMap((one) => one.match(/[A-Z]\d\w(?:\.\w+)?/g) ?? []);
          for (const code of codes.filter((one) => one !== "B12")) expect(told).toContain(code);
        }
      }),
    );
  });

  it.each([
    ["E53.8 Vitamin B12 deficiency\nI10", "Not checked: “B12” on line 1."],
    [
      "Dx,Use instead\nJ02,J02.9\nI10,I10.1",
      "Not read: “Use instead”. Not checked: “J02.9” on line 2 and “I10.1” on line 3.",
    ],
    ["Dx,CPT,Amount\nJ02.9,J0696,250.00", "Not read: “CPT”, “Amount”."],
  ])("that is not read is named: %j", (text, words) => {
    expect(unreadWords(readBatch(text, today))).toBe(words);
  });

  it("is replaced alone", () => {
    const row = { ...plain, line: 2, code: "J02" };
    const text = "I10\nJ02.9, J02, J021\nJ02";
    expect(withCodesTaken(text, new Map([[{ row }, { code: "J02.0" }]]))).toBe(
      "I10\nJ02.9, J02.0, J021\nJ02",
    );
  });
});

describe("the stored part of the text", () => {
  it("has codes, dates and systems alone on their lines", () => {
    const text =
      "Patient,Code,Date,System\nDoe Jane,E11.9 I10,30-Sep-26,ICD-10\n\nRoe,J06.9,,\nX,Smith John,,";
    const kept = keptTextOf(readBatch(text, today));
    expect(kept).toBe("\nE11.9 I10\t30-Sep-26\tICD-10-CM\n\nJ06.9");
    expect(short(kept)).toEqual(["E11.9 2026-09-30", "I10 2026-09-30", "J06.9"]);
    const pairs = "J02.9,10/01/2026,M54.5,10/02/2026\nI10";
    expect(short(keptTextOf(readBatch(pairs, today)))).toEqual(short(pairs));
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

  it("says All only where everything was read", () => {
    const good = { ...answer, check: { state: "billable" } } as const;
    expect(sumWords([good, good], "")).toBe("All 2 are valid and billable.");
    expect(sumWords([good, good], "Not checked: “B12” on line 1.")).toBe(
      "2 codes are valid and billable. Not checked: “B12” on line 1.",
    );
    expect(sumWords([good, answer], "")).toBe("1 of 2 are valid and billable.");
    const rows = Array.from({ length: 25_000 }, () => answer.row);
    expect(unreadWords({ rows, linesLeft: 0, unread: [], unreadColumns: "" })).toBe(
      "Not checked: 5,000 codes after the first 20,000.",
    );
    const table = unreadWords(readBatch("Patient,Dx\nSmith,J02.9\nJones,I10", today));
    expect(sumWords([good, good], table)).toBe("2 codes are valid and billable. Not read: “Patient”.");
  });

  it("offers at once only what the mapping calls exact", () => {
    const line = {
      code: "E11.9",
      isApproximate: true,
      hasNoMap: false,
      isCombination: false,
      scenario: 0,
      choiceList: 0,
    };
    const suggestions = [{ code: "E11.9", isChargeable: true }];
    expect(exactOf(answer)).toBeUndefined();
    expect(exactOf({ ...answer, suggestions, mapping: [line] })).toBeUndefined();
    expect(exactOf({ ...answer, suggestions, mapping: [{ ...line, isApproximate: false }] })?.code).toBe(
      "E11.9",
    );
  });

  it("counts codes not billable or not checked as bad", () => {
    expect(isBad(answer)).toBe(true);
    expect(isBad({ ...answer, check: { state: "not-checked" } })).toBe(true);
    expect(isBad({ ...answer, check: { state: "billable" } })).toBe(false);
    expect(isBad({ ...answer, check: { state: "empty" } })).toBe(false);
  });
});

it("lines after the most that are checked are only counted", () => {
  const text = `Code,Date of service\n${"J02.9,10/01/2026\n".repeat(maxRows)}${"R05.9\r\n\r\n".repeat(500_000)}`;
  const batch = { current: readBatch("", today) };
  expect(workMs(() => void (batch.current = readBatch(text, today)))).toBeLessThan(10_000);
  expect(batch.current.rows.length).toBeLessThan(maxRows + 20);
  expect(batch.current.rows.slice(0, maxRows).every(({ code }) => code === "J02.9")).toBe(true);
  expect(unreadWords(batch.current)).toBe(
    `Not checked: ${(500_000).toLocaleString()} lines after the first ${maxRows.toLocaleString()} codes.`,
  );
});
