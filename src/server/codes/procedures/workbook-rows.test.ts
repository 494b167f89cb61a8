import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { workbookRows } from "./workbook-rows.ts";

function book(sheet: string, shared = ""): Uint8Array {
  return zipSync({
    "xl/workbook.xml": Buffer.from("<workbook/>"),
    "xl/sharedStrings.xml": Buffer.from(`<sst>${shared}</sst>`),
    "xl/worksheets/sheet1.xml": Buffer.from(`<worksheet><cols><col min="1"/></cols>${sheet}</worksheet>`),
  });
}

it("reads every kind of cell at its place", async () => {
  const shared =
    '<si><t xml:space="preserve"> A &amp; B</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh sb="0"><t>sound</t></rPh></si><si><t/></si>';
  const row =
    '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c><c r="D3"><f>1+1</f><v>2</v></c><c r="AA3" t="inlineStr"><is><t>&#233;&#x20;z</t></is></c><c r="AB3" t="s"><v>2</v></c></row>';
  const [read] = await workbookRows("a.xlsx", book(`<sheetData>${row}<row r="4"/></sheetData>`, shared));
  expect(read?.line).toBe(3);
  expect([0, 1, 2, 3, 26, 27].map((at) => read?.cells[at])).toEqual([
    " A & B",
    "",
    "two runs",
    "2",
    "é z",
    "",
  ]);
});

it("reads elements with a prefix, as some programs write them", async () => {
  const files = {
    "xl/workbook.xml": '<x:workbook xmlns:x="m"><x:sheets><x:sheet r:id="a"/></x:sheets></x:workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="a" Target="/xl/worksheets/one.xml"/></Relationships>',
    "xl/worksheets/one.xml":
      '<x:worksheet xmlns:x="m"><x:row r="2"><x:c r="B2"><x:v>7</x:v></x:c></x:row></x:worksheet>',
  };
  const packed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  expect(await workbookRows("a.xlsx", zipSync(packed))).toEqual([{ line: 2, cells: ["", "7"] }]);
});

it("reads the first sheet that is not hidden", async () => {
  const sheet = (text: string) => `<worksheet><row r="1"><c r="A1"><v>${text}</v></c></row></worksheet>`;
  const of = (sheets: string) => ({
    "xl/workbook.xml": `<workbook><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="a" Target="worksheets/a.xml"/><Relationship Id="b" Target="worksheets/b.xml"/></Relationships>',
    "xl/worksheets/a.xml": sheet("old"),
    "xl/worksheets/b.xml": sheet("new"),
  });
  const firstCell = async (sheets: string) => {
    const packed = Object.entries(of(sheets)).map(([path, text]) => [path, Buffer.from(text)] as const);
    return (await workbookRows("a.xlsx", zipSync(Object.fromEntries(packed))))[0]?.cells;
  };
  for (const state of ["hidden", "veryHidden"])
    expect(await firstCell(`<sheet state="${state}" r:id="a"/><sheet r:id="b"/>`)).toEqual(["new"]);
  expect(await firstCell('<sheet state="visible" r:id="a"/><sheet r:id="b"/>')).toEqual(["old"]);
});

it("refuses an unclosed workbook in one pass", async () => {
  for (const endless of [
    "<row><c>".repeat(400_000),
    "<row></row>".repeat(100_000),
    "<row><c><v>".padEnd(3e6),
  ])
    await expect(workbookRows("a.xlsx", book(`<row r="1">${endless}`))).rejects.toThrow(
      "not a complete workbook",
    );
});

it("is bounded for cells far apart and for many sounds", async () => {
  const far = '<row><c r="ZZZ1"><v>1</v></c><c r="B1"><v>2</v></c></row>'.repeat(10_000);
  const [first] = await workbookRows("a.xlsx", book(far));
  expect(first?.cells).toEqual(["", "2"]);
  const wide = '<row><c r="IV1"><v>1</v></c></row>'.repeat(8_000);
  await expect(workbookRows("a.xlsx", book(wide))).rejects.toThrow("more than 2,000,000 cells");
  const sounds = Array.from({ length: 20_000 }, (_, at) => `<rPh><t>${at}</t></rPh>`).join("");
  const spoken = await workbookRows(
    "a.xlsx",
    book('<row><c t="s"><v>0</v></c></row>', `<si>${sounds}<t>A</t></si>`),
  );
  expect(spoken[0]?.cells).toEqual(["A"]);
});

it("refuses a truncated file, and one that is no workbook", async () => {
  const whole = book('<row r="1"/>');
  await expect(workbookRows("a.xlsx", whole.subarray(0, whole.length - 30))).rejects.toThrow(
    "not a complete workbook",
  );
  await expect(workbookRows("a.xlsx", zipSync({ "xl/workbook.xml": Buffer.from("") }))).rejects.toThrow(
    "has no sheet",
  );
});
