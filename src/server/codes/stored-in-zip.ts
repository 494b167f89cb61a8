const endRecord = 0x06054b50;
const fileRecord = 0x02014b50;
/** The end record, with the longest comment it may have. */
const endAtMost = 22 + 0xffff;

/** The files an archive stores uncompressed, by name, as views into it: a copy of one would take another 40 MB. */
export function storedInZip(zip: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const found = new Map<string, Uint8Array>();
  const end = lastOf(bytes, endRecord);
  if (end === -1) return found;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.length < at + 46 || bytes.readUInt32LE(at) !== fileRecord) return found;
    const isUtf8 = (bytes.readUInt16LE(at + 8) & 0x800) !== 0;
    const isStored = bytes.readUInt16LE(at + 10) === 0;
    const size = bytes.readUInt32LE(at + 20);
    const head = bytes.readUInt32LE(at + 42);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const name = bytes.toString(isUtf8 ? "utf8" : "latin1", at + 46, nameEnd);
    const content = isStored ? contentAt(bytes, head, size) : undefined;
    if (content) found.set(name, content);
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return found;
}

function contentAt(bytes: Buffer, head: number, size: number): Buffer | undefined {
  if (bytes.length < head + 30) return undefined;
  const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
  return bytes.length < start + size ? undefined : bytes.subarray(start, start + size);
}

function lastOf(bytes: Buffer, record: number): number {
  const first = Math.max(0, bytes.length - endAtMost);
  for (let at = bytes.length - 22; at >= first; at -= 1) if (bytes.readUInt32LE(at) === record) return at;
  return -1;
}
