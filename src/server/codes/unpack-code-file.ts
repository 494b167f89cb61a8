import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { unzipSync } from "fflate";
import { CodeFileError } from "./code-file-error.ts";

/** A file as it was before anybody packed it. */
export interface PlainFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** No official list comes near it; an archive that unpacks to more is not one. */
const mostUnpacked = 64 * 1024 * 1024;

/** The files inside: one for plain and gzip, those that may hold lists for zip. Told by content, not by name. */
export async function unpackCodeFile(name: string, bytes: Uint8Array): Promise<PlainFile[]> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [await gunzipped(name, bytes)];
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return unzipped(name, bytes);
  if (bytes.length > mostUnpacked) throw tooLarge(name);
  return [{ name, bytes }];
}

async function gunzipped(name: string, bytes: Uint8Array): Promise<PlainFile> {
  try {
    const plain = await promisify(gunzip)(bytes, { maxOutputLength: mostUnpacked });
    return { name: name.replace(/\.gz$/i, ""), bytes: plain };
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge ? tooLarge(name) : broken(name, "is not a whole gzip file");
  }
}

function unzipped(name: string, bytes: Uint8Array): PlainFile[] {
  let total = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(bytes, {
      filter(entry) {
        if (!isText(entry.name)) return false;
        total += entry.originalSize;
        if (total > mostUnpacked) throw tooLarge(name);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof CodeFileError ? error : broken(name, "is not a whole zip file");
  }
  const files = Object.entries(entries).map(([path, content]) => ({
    name: `${name}/${path}`,
    bytes: content,
  }));
  if (files.length === 0) throw broken(name, "holds no .txt file");
  return files;
}

/** Lists come as .txt; the addenda among them tell only what changed. */
function isText(path: string): boolean {
  return /\.txt$/i.test(path) && !/addend|__MACOSX/i.test(path);
}

function tooLarge(name: string): CodeFileError {
  return broken(name, `unpacks to more than ${mostUnpacked / 1024 / 1024} MiB, which no official list does`);
}

function broken(name: string, message: string): CodeFileError {
  return new CodeFileError(name, [{ line: 0, message }]);
}
