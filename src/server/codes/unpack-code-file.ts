import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { CodeFileError } from "./code-file-error.ts";
import { isWorkbookPart } from "./procedures/workbook-rows.ts";
import { mostFiles, zippedFiles, ZipTooLarge, ZipTooMany } from "./zipped-files.ts";

export interface PlainFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One and a half times the largest official file; an archive that expands to more is not an official one. */
const maxUnpacked = 96 * 1024 * 1024;

/** The files inside: one for plain and gzip, and for zip those that may be lists. Detected by content, not by name. */
export async function unpackCodeFile(name: string, bytes: Uint8Array): Promise<PlainFile[]> {
  const files = await filesIn(name, bytes);
  return files.map((file) => ({ ...file, bytes: withLineFeeds(file.bytes) }));
}

const [lineFeed, carriageReturn] = [10, 13];

/** Excel’s “CSV (Macintosh)” ends lines with a carriage return alone. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (isZip(bytes) || bytes.includes(lineFeed) || !bytes.includes(carriageReturn)) return bytes;
  return bytes.map((byte) => (byte === carriageReturn ? lineFeed : byte));
}

async function filesIn(name: string, bytes: Uint8Array): Promise<PlainFile[]> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [await gunzipped(name, bytes)];
  if (isZip(bytes)) return unzipped(name, bytes);
  if (bytes.length > maxUnpacked) throw tooLarge(name);
  return [{ name, bytes }];
}

async function gunzipped(name: string, bytes: Uint8Array): Promise<PlainFile> {
  try {
    const plain = await promisify(gunzip)(bytes, { maxOutputLength: maxUnpacked });
    return { name: name.replace(/\.gz$/i, ""), bytes: plain };
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge ? tooLarge(name) : broken(name, "is not a complete gzip file");
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

async function unzipped(name: string, bytes: Uint8Array): Promise<PlainFile[]> {
  let isWorkbook = false;
  const entries = new Map<string, Uint8Array>();
  try {
    for await (const file of zippedFiles(bytes, maxUnpacked)) {
      isWorkbook ||= isWorkbookPart(file.name);
      if (isList(file.name)) entries.set(file.name, await file.content());
    }
  } catch (error) {
    if (error instanceof ZipTooMany)
      throw broken(
        name,
        `has more than ${mostFiles.toLocaleString("en-US")} files, which no official ZIP does`,
      );
    throw error instanceof ZipTooLarge
      ? tooLarge(name)
      : broken(name, "is not a complete zip file, or has a password");
  }
  // A workbook is itself an archive: it is read as is.
  if (isWorkbook) return [{ name, bytes }];
  const files = withoutCopies([...entries]).map(([path, content]) => ({
    name: `${name}/${path}`,
    bytes: content,
  }));
  if (files.length === 0) throw broken(name, "holds no .txt, .csv or .xlsx file");
  return files;
}

/**
 * The addenda next to the lists only describe changes, and the layouts only the format. Of the workbooks only the
 * procedures (ANWEB) are read: every other list also comes as text.
 */
function isList(path: string): boolean {
  if (/addend|__MACOSX|layout|notes|transaction|correction/i.test(path)) return false;
  return /\.(?:txt|csv)$/i.test(path) || /anweb[^/]*\.xlsx$/i.test(path);
}

/** Procedures come both as text and as a workbook, with the same content: the text is read. */
function withoutCopies(entries: [string, Uint8Array][]): [string, Uint8Array][] {
  const hasText = entries.some(([path]) => /anweb[^/]*\.txt$/i.test(path));
  return entries.filter(([path]) => !hasText || !/\.xlsx$/i.test(path));
}

function tooLarge(name: string): CodeFileError {
  return broken(name, `unpacks to more than ${maxUnpacked / 1024 / 1024} MiB, which no official list does`);
}

function broken(name: string, message: string): CodeFileError {
  return new CodeFileError(name, [{ line: 0, message }]);
}
