import { zipSync } from "fflate";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";

/** For tests: small HCPCS level II files in the official layouts. */
interface SmallProcedure {
  readonly code: string;
  readonly long: readonly string[];
  readonly short: string;
  readonly added: string;
  readonly lastDay?: string;
}

const ketorolac = {
  code: "J1885",
  long: [
    "Injection, ketorolac tromethamine, per 15 mg, which is a long text that goes on",
    "over more than one line of the file, & so on",
  ],
  short: "Ketorolac tromethamine inj",
  added: "19970101",
};
const common: readonly SmallProcedure[] = [
  {
    code: "LT",
    long: ["Left side (used to identify procedures performed on the left side of the body)"],
    short: "Left side",
    added: "19870101",
  },
  {
    code: "G0168",
    long: ["Wound closure utilizing tissue adhesive(s) only"],
    short: "Wound closure by adhesive",
    added: "20010101",
    lastDay: "20260331",
  },
  ketorolac,
];
const ofText: readonly SmallProcedure[] = [
  ...common,
  { code: "Q9999", long: ["Made up for tests"], short: "Made up", added: "20260701" },
];

const disclaimer = ["***Disclaimers", "*Inclusion of a procedure does not imply any coverage. \u0096", ""];

/** Fixed columns, Windows-1252, a notice first, long texts over several lines. */
export function procedureText(name: string): PlainFile {
  const lines = ofText.flatMap(({ code, long, short, added, lastDay = "" }, at) => {
    const [first, next] = code.length === 2 ? "78" : "34";
    return long.map((part, row) => {
      const head = `${code.padStart(5)}${String((at + 1) * 100).padStart(5, "0")}${row === 0 ? first : next}${part.padEnd(80)}`;
      if (row > 0) return head.padEnd(293);
      return `${head}${short.padEnd(28)}`.padEnd(268) + `${added}${added}${lastDay.padEnd(8)}N`;
    });
  });
  return { name, bytes: Buffer.from([...disclaimer, ...lines, ""].join("\r\n"), "latin1") };
}

/** The same without the made-up code, as a workbook: shared strings, inline strings, numbers, empty cells. */
export function procedureSheet(name: string): PlainFile {
  const heading = [
    "HCPC",
    "SEQNUM",
    "RECID",
    "LONG DESCRIPTION",
    "SHORT DESCRIPTION",
    "ADD DT",
    "ACT EFF DT",
    "TERM DT",
    "ACTION CD",
  ];
  const rows = common.map(({ code, long, short, added, lastDay = "" }) => [
    code.padStart(5),
    "0010",
    code.length === 2 ? "7" : "3",
    long.join(" "),
    short,
    added,
    added,
    lastDay,
    "N",
  ]);
  const shared = [...new Set(rows.map((row) => row[3] ?? ""))];
  const cell = (text: string, column: number, row: number) => {
    const place = `${String.fromCharCode(65 + column)}${row}`;
    if (text === "") return "";
    if (column === 3 && row > 1) return `<c r="${place}" t="s"><v>${shared.indexOf(text)}</v></c>`;
    if (column === 5 && row > 1) return `<c r="${place}" s="3"><v>${text}</v></c>`;
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  };
  const sheet = [heading, ...rows]
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((text, column) => cell(text, column, at + 1)).join("")}</row>`,
    )
    .join("");
  const texts = shared.map(
    (text) => `<si><r><t>${escaped(text.slice(0, 9))}</t></r><r><t>${escaped(text.slice(9))}</t></r></si>`,
  );
  const files = {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": '<workbook><sheets><sheet name="HCPCS" sheetId="1" r:id="rId7"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId7" Type="x" Target="worksheets/list.xml"/></Relationships>',
    "xl/sharedStrings.xml": `<sst>${texts.join("")}</sst>`,
    "xl/worksheets/list.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const packed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  return { name, bytes: zipSync(packed) };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
