import { isWorthRetrying } from "#room/api/is-worth-retrying.ts";

interface Part {
  readonly piece: BlobPart;
  /** Where the next one begins; none after the last. */
  readonly next?: number | null | undefined;
}

/** A file that comes in parts. A failed one is asked for again if that may help, so that earlier ones are not lost. */
export async function gatherParts(
  partAt: (at: number | undefined) => Promise<Part>,
  waitMs = 1000,
): Promise<Blob> {
  const blobs: Blob[] = [];
  let at: number | undefined;
  let failures = 0;
  for (let isWhole = false; !isWhole;) {
    try {
      const { piece, next } = await partAt(at);
      // The browser moves large amounts of them to disk.
      blobs.push(new Blob([piece]));
      failures = 0;
      at = next ?? undefined;
      isWhole = at === undefined;
    } catch (error) {
      if (!isWorthRetrying(failures, error)) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return new Blob(blobs);
}
