/** How much to collect before handing it to the browser, which moves large amounts of blobs to disk. Bytes. */
const heldBytes = 4 * 1024 * 1024;
const [quote, lineFeed] = [0x22, 0x0a];

/**
 * Collects a CSV file as it arrives, telling how many rows there are so far, without the heading. Rejects if the
 * connection breaks before its end.
 */
export async function readRows(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRows: (rows: number) => void,
): Promise<{ readonly blob: Blob; readonly rows: number }> {
  const blobs: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let lines = 0;
  let isQuoted = false;
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return { blob: new Blob([...blobs, ...held]), rows: Math.max(0, lines - 1) };
    for (const byte of value) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines += 1;
    }
    held.push(value);
    size += value.length;
    if (size >= heldBytes) {
      blobs.push(new Blob(held));
      held = [];
      size = 0;
    }
    onRows(Math.max(0, lines - 1));
  }
}
