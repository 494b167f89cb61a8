import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { CodeFileError } from "./code-file-error.ts";
import { readMapping } from "./read-code-file.ts";
import { readOrderFile, readTitleList } from "./read-code-lines.ts";
import { recogniseCodeFile } from "./recognise-code-file.ts";
import { icd9Titles, mapping9, orderFile, orderLine, textFile, year2025 } from "./test-code-files.ts";
import { unpackCodeFile } from "./unpack-code-file.ts";

const good = orderLine(1, ["E119", "1", "Type 2 diabetes mellitus without complications"]);

async function faultsOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.catch((caught: unknown) => caught);
  if (!(error instanceof CodeFileError)) throw new Error("The file was not refused");
  return error.message;
}

function readText(text: string) {
  return readOrderFile("order.txt", Buffer.from(text, "latin1"));
}

it("lines may end with a carriage return alone", async () => {
  const [file] = await unpackCodeFile(
    "icd10cm_order_2026.txt",
    Buffer.from(`${good}\r${good.replace("E119", "E110")}\r`),
  );
  if (!file) throw new Error("It is gone");
  expect(recogniseCodeFile(file)).toEqual({ kind: "order", fiscalYear: 2026 });
  expect(await readOrderFile(file.name, file.bytes)).toHaveLength(2);
});

describe("an order file is refused whole, with the line", () => {
  it.each([
    ["a flag that is neither 0 nor 1", good.replace(" 1 Type", " 2 Type"), "line 2: column 15"],
    ["a code with its dot", good.replace("E119   ", "E11.9  "), "line 2: columns 7-13"],
    ["a code in lower case", good.replace("E119", "e119"), "line 2: columns 7-13"],
    ["a letter in the order number", good.replace("00001", "0000A"), "line 2: columns 1-5"],
    ["a title moved by one column", good.replace("1 Type", "1  Type"), "line 2"],
    [
      "a character beyond ASCII",
      good.replace(/Type 2/g, "Typ\u00e9 2"),
      "line 2: column 20 is not a plain ASCII",
    ],
    ["a tab", good.replace("E119   ", "E119\t  "), "line 2: column 11"],
    ["no long title", good.slice(0, 77), "line 2: there is no long title"],
    ["a blank line", "", "line 2: there is no long title"],
    ["a long title shorter than the short one", good.slice(0, -5), "line 2: the long title is shorter"],
  ])("%s", async (_name, line, message) => {
    const first = orderLine(1, ["I10", "1", "Essential (primary) hypertension"]);
    expect(await faultsOf(readText(`${first}\r\n${line}\r\n${first.replace("I10", "I16")}\r\n`))).toContain(
      message,
    );
  });

  it("a duplicate code", async () => {
    expect(await faultsOf(readText(`${good}\n${good}\n`))).toContain(
      "line 2: code E119 is already on line 1",
    );
  });

  it.each([20, 60, 100])("a last line cut off after %i characters", async (length) => {
    const cut = orderLine(2, ["I10", "1", "Essential (primary) hypertension"]).slice(0, length);
    expect(await faultsOf(readText(`${good}\r\n${cut}`))).toContain("line 2: the file is cut off here");
  });

  it("an empty file", async () => {
    expect(await faultsOf(readText(""))).toContain("the file has no lines");
  });

  it("lists the first twenty faults and counts the rest", async () => {
    const message = await faultsOf(readText("x\n".repeat(50)));
    expect(message).toContain("line 20:");
    expect(message).toContain("and 30 more");
  });
});

describe("an order file is read", () => {
  it.each(["\r\n", "\n"])("with lines ending in %j, with or without the last", async (end) => {
    const { bytes } = orderFile(
      2026,
      [
        ["E119", "1", "One"],
        ["I10", "0", "Another, longer than sixty characters: ".repeat(4)],
      ],
      end,
    );
    const expected = [
      { code: "E119", isBillable: true, title: "One" },
      {
        code: "I10",
        isBillable: false,
        title: "Another, longer than sixty characters: ".repeat(4).trimEnd(),
      },
    ];
    expect(await readOrderFile("order.txt", bytes)).toEqual(expected);
    expect(await readOrderFile("order.txt", bytes.subarray(0, -end.length))).toEqual(expected);
  });
});

describe("a list of titles", () => {
  it("is read as ISO-8859-1, and as UTF-8 when resaved", async () => {
    const titles = (await readTitleList("a", icd9Titles.bytes)).map(({ title }) => title);
    expect(titles[1]).toBe("M\u00e9ni\u00e8re's disease, unspecified");
    const resaved = Buffer.from(Buffer.from(icd9Titles.bytes).toString("latin1"), "utf8");
    expect((await readTitleList("a", resaved)).map(({ title }) => title)).toEqual(titles);
  });

  it.each([
    ["250.0 Diabetes\n", "line 1: columns 1-5"],
    ["A0100 Typhoid\n", "line 1: columns 1-5"],
    ["25000 \n", "line 1: there is no title"],
    ["25000 Diabetes\n25000 Again\n", "line 2: code 25000 is already on line 1"],
    ["250", "line 1: the file is cut off here"],
  ])("is refused with the line: %j", async (text, message) => {
    expect(await faultsOf(readTitleList("a", Buffer.from(text)))).toContain(message);
  });
});

describe("a mapping", () => {
  it("is read with its marks, a lower-case target too", async () => {
    const lines = await readMapping("g", Buffer.from("V5889 T8853XD 10000\r\n"), "ICD-9-CM");
    expect(lines).toEqual([{ source: "V5889", target: "T8853XD", flags: "10000" }]);
    const back = await readMapping("g", Buffer.from("T8853XD v5889 10000\r\n"), "ICD-10-CM");
    expect(back[0]?.target).toBe("V5889");
  });

  it.each([
    ["25000 E119 1000\n", "line 1: is not a source code"],
    ["25000 NoDx 10000\n", "line 1: the target and the no-map flag"],
    ["25000 E119 11000\n", "line 1: the target and the no-map flag"],
    ["E119X1 E119 10000\n", "line 1: “E119X1” is not an ICD-9-CM code"],
    ["25000 E119 10000\n25000 E119 10000\n", "line 2: the same line is already above"],
    ["25000 E119 100", "line 1: is not a source code"],
  ])("is refused with the line: %j", async (text, message) => {
    expect(await faultsOf(readMapping("g", Buffer.from(text), "ICD-9-CM"))).toContain(message);
  });
});

describe("a packed file", () => {
  it("is recognized by its content, whatever its name says", async () => {
    const gz = await unpackCodeFile("icd10cm_order_2025.txt.gz", gzipSync(year2025.bytes));
    expect(gz).toMatchObject([{ name: "icd10cm_order_2025.txt" }]);
    expect(Buffer.from(gz[0]?.bytes ?? []).equals(Buffer.from(year2025.bytes))).toBe(true);
    const archive = zipSync({ "docs/readme.pdf": strToU8("%PDF"), [`x/${year2025.name}`]: year2025.bytes });
    const zip = await unpackCodeFile("codes.bin", archive);
    expect(zip.map(({ name }) => name)).toEqual([`codes.bin/x/${year2025.name}`]);
  });

  it("is refused when cut off, empty or too large", async () => {
    const gz = gzipSync(year2025.bytes);
    expect(await faultsOf(unpackCodeFile("a.gz", gz.subarray(0, gz.length - 20)))).toContain(
      "not a complete gzip",
    );
    const zip = zipSync({ "a.txt": year2025.bytes });
    expect(await faultsOf(unpackCodeFile("a.zip", zip.subarray(0, zip.length - 30)))).toContain(
      "not a complete zip",
    );
    const locked = Buffer.from(zip);
    for (const head of ["PK\u0003\u0004", "PK\u0001\u0002"])
      locked.writeUInt16LE(1, locked.indexOf(head) + (head.endsWith("\u0004") ? 6 : 8));
    expect(await faultsOf(unpackCodeFile("a.zip", locked))).toContain("has a password");
    expect(await faultsOf(unpackCodeFile("a.zip", zipSync({ "a.pdf": strToU8("x") })))).toContain("no .txt");
    const empties = Array.from({ length: 70_000 }, (_, at) => [`${at}.txt`, new Uint8Array()]);
    const many = zipSync(Object.fromEntries(empties), { level: 0 });
    expect(await faultsOf(unpackCodeFile("a.zip", many))).toContain("has more than 2,000 files");
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    expect(await faultsOf(unpackCodeFile("a.gz", bomb))).toContain("unpacks to more than 96 MiB");
  });
});

describe("a file is recognised", () => {
  it("by its lines and its name", () => {
    expect(recogniseCodeFile(year2025)).toEqual({ kind: "order", fiscalYear: 2025 });
    expect(recogniseCodeFile({ ...year2025, name: "2027 upload/codes.txt" })).toMatchObject({
      fiscalYear: 2027,
    });
    expect(recogniseCodeFile(icd9Titles)).toMatchObject({ kind: "titles", fiscalYear: 2015 });
    expect(recogniseCodeFile(mapping9)).toEqual({ kind: "mapping", source: "ICD-9-CM" });
    expect(recogniseCodeFile({ ...icd9Titles, name: "v32.zip/CMS32_DESC_LONG_SG.txt" })).toBeUndefined();
    expect(recogniseCodeFile(textFile("notes.txt", "Dear all,\nplease find\n"))).toBeUndefined();
  });

  it("in the publisher's archive, whose other lists are passed over", async () => {
    const archive = zipSync({
      "icd10cm_order_2025.txt": year2025.bytes,
      "icd10cm_codes_2025.txt": strToU8(
        "E119    Type 2 diabetes mellitus without complications\r\nI10     Hypertension\r\n",
      ),
      "icd10cm_order_addenda_2025.txt": strToU8("Add:         00000 E119    1 Type 2\r\n"),
    });
    const files = await unpackCodeFile("2025-code-descriptions-tabular-order.zip", archive);
    expect(files.map((file) => recogniseCodeFile(file)?.kind)).toEqual(["order", undefined]);
  });

  it("takes the given year, else the name's, else asks", () => {
    expect(recogniseCodeFile(year2025, 2026)).toMatchObject({ fiscalYear: 2026 });
    expect(() => recogniseCodeFile({ ...year2025, name: "codes.txt" })).toThrow("--year 2027");
  });
});
