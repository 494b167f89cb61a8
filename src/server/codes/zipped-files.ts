import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { fromBufferPromise } from "yauzl";

/** Longer than any path in an official archive; names are matched against patterns. */
const longestName = 512;

/** An official archive has a handful, and a workbook some dozens. */
export const mostFiles = 2000;

export interface ZippedFile {
  readonly name: string;
  content(): Promise<Buffer>;
}

/** Unpacks to more than was allowed. */
export class ZipTooLarge extends Error {}

/** Has more than `mostFiles`. */
export class ZipTooMany extends ZipTooLarge {}

/**
 * The files of an archive, of which no more than `most` bytes are unpacked in all. Throws ZipTooMany before any is looked
 * at, ZipTooLarge before anything too large is unpacked, and other errors for what is not an archive, or not as the archive says.
 */
export async function* zippedFiles(bytes: Uint8Array, most: number): AsyncGenerator<ZippedFile> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (zip.entryCount > mostFiles) throw new ZipTooMany();
  let [unpackedLeft, packedLeft] = [most, bytes.length];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength > longestName) throw new Error("a name is too long");
    const content = async () => {
      unpackedLeft -= entry.uncompressedSize;
      packedLeft -= entry.compressedSize;
      if (unpackedLeft < 0) throw new ZipTooLarge();
      // Files that overlap would be unpacked again and again.
      if (packedLeft < 0) throw new Error("its files overlap");
      // Ends as soon as there is more than the stated size.
      const unpacked = await buffer(await zip.openReadStreamPromise(entry));
      if (crc32(unpacked) !== entry.crc32) throw new Error("a checksum is wrong");
      return unpacked;
    };
    yield { name: entry.fileName, content };
  }
}
