/**
 * Decodes a text file: UTF-8 if valid, else the Windows code page; UTF-16 by its byte order mark, as in Excel's
 * "Unicode text".
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The text of a file that somebody chose. Throws a sentence for them if it cannot be read, or is none. */
export async function readTextFile(file: Blob, maxMegabytes: number): Promise<string> {
  if (file.size > maxMegabytes * 1024 * 1024) throw new Error(`Files can be up to ${maxMegabytes} MB.`);
  const text = await readText(file).catch(() => {
    throw new Error("It may have been moved or changed; choose it again.");
  });
  // Workbooks, archives and PDFs have these; a text has none.
  if (text.includes("\0")) throw new Error("It isn’t a text file. In Excel, save it as CSV.");
  return text;
}
