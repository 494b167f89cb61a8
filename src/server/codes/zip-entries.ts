import { inflateRawSync } from "node:zlib";

const endRecord = 0x06054b50;
const fileRecord = 0x02014b50;
/** The end record, with the longest comment it may have. */
const endAtMost = 22 + 0xffff;

/** Longer than any path in an official archive; names are matched against patterns. */
const longestName = 512;

/** A file of an archive. What an archive says of it may be wrong, its unpacked size above all. */
export interface ZipEntry {
  readonly name: string;
  readonly isStored: boolean;
  /** A view into the archive: a copy of an official list would take another 40 MB. */
  readonly packed: Buffer;
}

/** Content that is not what its archive says, or of an unknown kind. */
export class BrokenZip extends Error {}

/** Unpacks to more than was asked for. */
export class ZipTooLarge extends Error {}

/** The files of an archive. Throws BrokenZip. */
export function* zipEntries(zip: Uint8Array): Generator<ZipEntry> {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = lastOf(bytes, endRecord);
  if (end === -1) throw new BrokenZip();
  let at = bytes.readUInt32LE(end + 16);
  let packedBytes = 0;
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.length < at + 46 || bytes.readUInt32LE(at) !== fileRecord) throw new BrokenZip();
    const isUtf8 = (bytes.readUInt16LE(at + 8) & 0x800) !== 0;
    const method = bytes.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8) throw new BrokenZip();
    const nameLength = bytes.readUInt16LE(at + 28);
    if (nameLength > longestName) throw new BrokenZip();
    const nameEnd = at + 46 + nameLength;
    const name = bytes.toString(isUtf8 ? "utf8" : "latin1", at + 46, nameEnd);
    const packed = contentAt(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20));
    packedBytes += packed.length;
    // Files that overlap would be unpacked again and again.
    if (packedBytes > bytes.length) throw new BrokenZip();
    yield { name, isStored: method === 0, packed };
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

/** A file's content, up to a limit in bytes. Throws ZipTooLarge or BrokenZip. */
export function unpacked({ isStored, packed }: ZipEntry, most: number): Buffer {
  if (isStored ? packed.length > most : most < 1) throw new ZipTooLarge();
  if (isStored) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: most, chunkSize: 1024 ** 2 });
  } catch (error) {
    throw error instanceof RangeError ? new ZipTooLarge() : new BrokenZip();
  }
}

function contentAt(bytes: Buffer, head: number, size: number): Buffer {
  if (bytes.length < head + 30) throw new BrokenZip();
  const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
  if (bytes.length < start + size) throw new BrokenZip();
  return bytes.subarray(start, start + size);
}

function lastOf(bytes: Buffer, record: number): number {
  const first = Math.max(0, bytes.length - endAtMost);
  for (let at = bytes.length - 22; at >= first; at -= 1) if (bytes.readUInt32LE(at) === record) return at;
  return -1;
}
