import { isWorthRetrying } from "#room/api/is-worth-retrying.ts";

export interface TrailPart {
  readonly text: string;
  readonly count: number;
  readonly nextBefore?: number | null | undefined;
}

/** So much text is held before the browser is given it, which keeps blobs on the disk where they are many. */
const heldLength = 8 * 1024 * 1024;

/**
 * Takes a text that comes in parts, however many, into a blob. A part that failed is asked for again where that may help: the
 * ones before it are not lost.
 */
export async function gatherTrail(
  next: (before: number | undefined) => Promise<TrailPart>,
  onTaken: (count: number) => void,
  waitMs = 1000,
): Promise<{ readonly blob: Blob; readonly count: number }> {
  const blobs: Blob[] = [];
  let held: string[] = [];
  let length = 0;
  let count = 0;
  let failures = 0;
  let before: number | undefined;
  const give = () => {
    if (held.length > 0) blobs.push(new Blob(held));
    held = [];
    length = 0;
  };
  for (;;) {
    let part: TrailPart;
    try {
      part = await next(before);
    } catch (error) {
      if (!isWorthRetrying(failures, error)) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      continue;
    }
    failures = 0;
    held.push(part.text);
    length += part.text.length;
    count += part.count;
    if (length >= heldLength) give();
    onTaken(count);
    before = part.nextBefore ?? undefined;
    if (before === undefined) break;
  }
  give();
  return { blob: new Blob(blobs), count };
}
