import { SaxesParser } from "saxes";
import { maxColumns, TableGuard, TableTooLarge } from "#room/billing/table-guard.ts";
import type { TableRecord } from "#room/billing/table-records.ts";
import { CodeFileError } from "#room/server/codes/code-file-error.ts";
import { zippedFiles, ZipTooLarge } from "#room/server/codes/zipped-files.ts";

/** Far more than in any official workbook. */
const maxUnpacked = 128 * 1024 * 1024;
const maxDepth = 64;
const parts = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;

/** True for the file names inside an .xlsx. */
export const isWorkbookPart = (path: string) => parts.test(path);

/** The rows of a workbook's first sheet in sight as text. Formulas give their value; dates stay numbers. Throws CodeFileError. */
export async function workbookRows(name: string, bytes: Uint8Array): Promise<TableRecord[]> {
  try {
    const files = await unpack(bytes);
    const sheet = files.get(firstSheet(files));
    if (sheet === undefined) throw refused(name, "is not a readable workbook: it has no sheet");
    const guard = new TableGuard();
    return rowsOf(sheet, textsOf(files.get("xl/sharedStrings.xml") ?? "", guard), guard);
  } catch (error) {
    if (error instanceof CodeFileError) throw error;
    if (error instanceof TableTooLarge) throw refused(name, error.message, error.line);
    const isTooLarge = error instanceof ZipTooLarge;
    throw refused(
      name,
      isTooLarge ? "unpacks to more than any official workbook" : "is not a complete workbook (.xlsx)",
    );
  }
}

async function unpack(bytes: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name, content } of zippedFiles(bytes, maxUnpacked))
    if (isWorkbookPart(name)) files.set(name, (await content()).toString("utf8"));
  return files;
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

interface Visitor {
  opened?(name: string, attributes: Readonly<Record<string, string>>): void;
  /** With the text of what a shared text or a cell shows. */
  closed?(name: string, text: string): void;
}

/** Visits the elements, by their names without prefix. Throws for what is not well-formed. */
function visitXml(xml: string, { opened, closed }: Visitor): void {
  if (xml === "") return;
  const parser = new SaxesParser();
  const open: string[] = [];
  let text = "";
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length >= maxDepth) throw new Error("is nested too deeply");
    open.push(localName(name));
    if (/^(?:si|c)$/.test(localName(name))) text = "";
    opened?.(localName(name), attributes);
  });
  parser.on("text", (piece) => {
    // Phonetic runs would repeat the text.
    if (/^[tv]$/.test(open.at(-1) ?? "") && open.at(-2) !== "rPh") text += piece;
  });
  parser.on("closetag", ({ name }) => {
    open.pop();
    closed?.(localName(name), text);
  });
  parser.write(xml).close();
}

function firstSheet(files: ReadonlyMap<string, string>): string {
  const ids: string[] = [];
  visitXml(files.get("xl/workbook.xml") ?? "", {
    opened(name, { "r:id": id = "", state }) {
      if (name === "sheet" && !/hidden/i.test(state ?? "")) ids.push(id);
    },
  });
  const paths = new Map<string, string>();
  visitXml(files.get("xl/_rels/workbook.xml.rels") ?? "", {
    opened(name, { Id = "", Target = "" }) {
      if (name === "Relationship") paths.set(Id, Target);
    },
  });
  const path = paths.get(ids[0] ?? "") ?? "worksheets/sheet1.xml";
  return path.startsWith("/") ? path.slice(1) : `xl/${path}`;
}

function textsOf(xml: string, guard: TableGuard): string[] {
  const texts: string[] = [];
  visitXml(xml, {
    closed(name, text) {
      if (name !== "si") return;
      guard.record(0);
      texts.push(text);
    },
  });
  return texts;
}

function rowsOf(xml: string, shared: readonly string[], guard: TableGuard): TableRecord[] {
  const rows: TableRecord[] = [];
  let cells: string[] = [];
  let line = 0;
  let place = 0;
  let isShared = false;
  visitXml(xml, {
    opened(name, { r = "", t }) {
      if (name === "row") {
        line = Number(r || rows.length + 1);
        cells = [];
      } else if (name === "c") {
        place = placeOf(r) ?? cells.length;
        isShared = t === "s";
      }
    },
    closed(name, text) {
      // A cell far to the right would fill its row up to there.
      if (name === "c" && place < maxColumns) {
        while (cells.length < place) cells.push("");
        cells[place] = isShared ? (shared[Number(text)] ?? "") : text;
      } else if (name === "row") {
        guard.record(line, cells.length);
        rows.push({ line, cells });
      }
    },
  });
  return rows;
}

/** "A" is 0, "AA" 26. */
function placeOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function refused(name: string, message: string, line = 0): CodeFileError {
  return new CodeFileError(name, [{ line, message }]);
}
