import { hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

const size = 8;

/** Sorted hashes from any source: how many there are, and one by its index. */
interface SortedHashes {
  readonly count: number;
  read(at: number): Promise<Buffer>;
}

async function holds({ count, read }: SortedHashes, wanted: Buffer): Promise<boolean> {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const order = Buffer.compare(await read(middle), wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

let shipped: Promise<Buffer> | undefined;

/** Loaded when the first new password arrives. */
function shippedHashes(): Promise<Buffer> {
  shipped ??= import("./common-passwords.bin?inline").then(({ default: dataUrl }) =>
    Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"),
  );
  return shipped;
}

async function fileHolds(file: FileHandle, wanted: Buffer): Promise<boolean> {
  const count = Math.floor((await file.stat()).size / size);
  const read = async (at: number) => {
    const { buffer } = await file.read(Buffer.alloc(size), 0, size, at * size);
    return buffer;
  };
  return holds({ count, read }, wanted);
}

/**
 * Whether a password is too common, ignoring case: it is in the list we ship (made by `.ci/common-passwords.mjs`) or in
 * a larger file of the same format, which is read only as far as the binary search needs.
 */
export async function isCommonPassword(password: string, largerFile: string | undefined): Promise<boolean> {
  const wanted = hash("sha256", password.normalize("NFKC").toLowerCase(), "buffer").subarray(0, size);
  const ours = await shippedHashes();
  const read = async (at: number) => ours.subarray(at * size, (at + 1) * size);
  if (await holds({ count: ours.length / size, read }, wanted)) return true;
  if (largerFile === undefined) return false;
  const file = await open(largerFile);
  try {
    return await fileHolds(file, wanted);
  } finally {
    await file.close();
  }
}
