import { TableGuard, TableTooLarge } from "#room/billing/table-guard.ts";
import { CodeFileError } from "#room/server/codes/code-file-error.ts";
import { breathe } from "#room/server/codes/file-lines.ts";
import { unpacked, zipEntries, ZipTooLarge } from "#room/server/codes/zip-entries.ts";

export interface SheetRow {
  readonly cells: readonly string[];
  /** The row's number in the sheet, from 1. */
  readonly line: number;
}

/** Far more than in any official workbook. */
const maxUnpacked = 128 * 1024 * 1024;
const maxColumns = 256;
const cellsAtOnce = 5000;
const parts = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;

/** True for the file names inside an .xlsx. */
export function isWorkbookPart(path: string): boolean {
  return parts.test(path);
}

/** Counts what is read, to let other work run in between. */
class Reading {
  #count = 0;
  readonly #guard = new TableGuard();

  /** True when other work should run now. Throws TableTooLarge. */
  isLong(line: number, cells: number): boolean {
    this.#guard.record(line, cells);
    const before = this.#count;
    this.#count += cells + 1;
    return Math.floor(before / cellsAtOnce) < Math.floor(this.#count / cellsAtOnce);
  }
}

/** The rows of a workbook's first sheet as text. Formulas give their value; dates stay numbers. Throws CodeFileError. */
export async function sheetRows(name: string, bytes: Uint8Array): Promise<SheetRow[]> {
  try {
    return await rowsOf(name, bytes);
  } catch (error) {
    if (!(error instanceof TableTooLarge)) throw error;
    throw new CodeFileError(name, [{ line: error.line, message: error.message }]);
  }
}

async function rowsOf(name: string, bytes: Uint8Array): Promise<SheetRow[]> {
  const files = unpack(name, bytes);
  const path = firstSheet(files);
  const sheet = files.get(path);
  if (sheet === undefined) throw refused(name, "is not a readable workbook: it has no sheet");
  const reading = new Reading();
  const shared: string[] = [];
  for (const { content } of elementsOf(files.get("xl/sharedStrings.xml") ?? "", "si")) {
    shared.push(textOf(content));
    if (reading.isLong(0, 0)) await breathe();
  }
  const rows: SheetRow[] = [];
  for (const { attributes, content } of elementsOf(sheet, "row")) {
    const line = Number(attribute(attributes, "r") ?? rows.length + 1);
    const cells = cellsOf(content, shared);
    if (reading.isLong(line, cells.length)) await breathe();
    rows.push({ line, cells });
  }
  return rows;
}

interface XmlElement {
  readonly attributes: string;
  readonly content: string;
  /** Where it begins, and where its content ends. */
  readonly from: number;
  readonly to: number;
}

/** The elements of a name that do not contain elements of that name, found in linear time whatever the text. */
function* elementsOf(xml: string, name: string): Generator<XmlElement> {
  const [begin, close] = [`<${name}`, `</${name}>`];
  for (let at = xml.indexOf(begin); at !== -1; at = xml.indexOf(begin, at)) {
    const from = at;
    const tagEnd = xml.indexOf(">", at);
    const attributes = xml.slice(at + begin.length, tagEnd);
    if (tagEnd === -1) return;
    at = tagEnd;
    // "<cols" starts like "<c".
    if (/^[^\s/]/.test(attributes)) continue;
    const end = attributes.endsWith("/") ? tagEnd : xml.indexOf(close, tagEnd);
    if (end === -1) return;
    yield { attributes, content: xml.slice(tagEnd + 1, Math.max(end, tagEnd + 1)), from, to: end };
    at = end;
  }
}

function unpack(name: string, bytes: Uint8Array): Map<string, string> {
  const files = new Map<string, string>();
  let left = maxUnpacked;
  try {
    for (const entry of zipEntries(bytes)) {
      if (!isWorkbookPart(entry.name)) continue;
      const content = unpacked(entry, left);
      left -= content.length;
      files.set(entry.name, content.toString("utf8"));
    }
    return files;
  } catch (error) {
    const isTooLarge = error instanceof ZipTooLarge;
    throw refused(
      name,
      isTooLarge ? "unpacks to more than any official workbook" : "is not a complete workbook (.xlsx)",
    );
  }
}

function firstSheet(files: ReadonlyMap<string, string>): string {
  const [sheet] = elementsOf(files.get("xl/workbook.xml") ?? "", "sheet");
  const id = sheet && attribute(sheet.attributes, "r:id");
  const links = elementsOf(files.get("xl/_rels/workbook.xml.rels") ?? "", "Relationship");
  for (const { attributes } of links) {
    if (attribute(attributes, "Id") !== id) continue;
    const target = attribute(attributes, "Target") ?? "";
    return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  }
  return "xl/worksheets/sheet1.xml";
}

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = [];
  let seen = 0;
  for (const { attributes, content } of elementsOf(row, "c")) {
    seen += 1;
    if (seen > maxColumns) break;
    const place = placeOf(attribute(attributes, "r") ?? "") ?? cells.length;
    // A cell far to the right would fill its row up to there.
    if (place >= maxColumns) continue;
    const [{ content: value } = { content: "" }] = elementsOf(content, "v");
    const kind = attribute(attributes, "t");
    const text =
      kind === "s" ? (shared[Number(value)] ?? "") : kind === "inlineStr" ? textOf(content) : plain(value);
    while (cells.length < place) cells.push("");
    cells[place] = text;
  }
  return cells;
}

/** "A" is 0, "AA" 26. */
function placeOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The text of all runs; phonetic runs would repeat it. */
function textOf(xml: string): string {
  let spoken = "";
  let kept = 0;
  for (const { from, to } of elementsOf(xml, "rPh")) {
    spoken += xml.slice(kept, from);
    kept = to;
  }
  spoken += xml.slice(kept);
  return Array.from(elementsOf(spoken, "t"), ({ content }) => plain(content)).join("");
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function plain(xml: string): string {
  return xml.replaceAll(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    if (decimal !== undefined || hex !== undefined)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    return named[String(name)] ?? whole;
  });
}

const attributePatterns = new Map<string, RegExp>();

function attribute(attributes: string, name: string): string | undefined {
  const pattern = attributePatterns.get(name) ?? new RegExp(`(?:^|\\s)${name}="([^"]*)"`);
  attributePatterns.set(name, pattern);
  return pattern.exec(attributes)?.[1];
}

function refused(name: string, message: string): CodeFileError {
  return new CodeFileError(name, [{ line: 0, message }]);
}
