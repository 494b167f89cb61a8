import { hash } from "node:crypto";

const size = 8;

let shipped: Promise<Buffer> | undefined;

/** Loaded when the first new password arrives. */
function shippedHashes(): Promise<Buffer> {
  shipped ??= import("./common-passwords.bin?inline").then(({ default: dataUrl }) =>
    Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"),
  );
  return shipped;
}

/** Whether a password is in the list of common ones (made by `.ci/common-passwords.mjs`), ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const wanted = hash("sha256", password.normalize("NFKC").toLowerCase(), "buffer").subarray(0, size);
  const hashes = await shippedHashes();
  let low = 0;
  let high = hashes.length / size - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const order = hashes.compare(wanted, 0, size, middle * size, (middle + 1) * size);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
