import type * as z from "zod/mini";
import { quickTestOf } from "#room/contract/quick-test.ts";
import { ListReader } from "./list-reader.ts";

/** Bytes. A busy page seldom finds more waiting. */
const size = 256 * 1024;

/**
 * Passes a body on chunk by chunk. If the browser can, it reuses one buffer, which takes half the time of allocating
 * each chunk: a chunk is valid only until the callback returns.
 */
async function readPieces(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const reader = readerIntoBuffer(body);
  if (!reader) {
    const pieces = body.getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) take(piece.value);
    return;
  }
  // Each call transfers the buffer.
  let piece = await reader.read(new Uint8Array(size));
  while (!piece.done) {
    take(piece.value);
    piece = await reader.read(new Uint8Array(piece.value.buffer));
  }
}

/** Not all browsers have byte streams as bodies; others throw a TypeError. */
function readerIntoBuffer(body: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

export interface LongList {
  readonly member: string;
  readonly record: z.core.$ZodType;
  /** The enclosing answer. */
  readonly whole: z.core.$ZodType;
}

type Test = (value: unknown) => boolean;
const quickTests = new Map<z.core.$ZodType, Test>();

/** Quick test first: zod alone takes several times as long as JSON.parse, and copies what it reads. */
function quickTest(schema: z.core.$ZodType): Test {
  const known = quickTests.get(schema);
  if (known) return known;
  const test = quickTestOf(schema) ?? (() => false);
  quickTests.set(schema, test);
  return test;
}

/** Reads an answer with a long list while it arrives; returns what ListReader does. */
export async function readList(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { member, record, whole }: LongList,
): Promise<{ json: unknown; isGood: boolean }> {
  const reader = new ListReader(member, { record: quickTest(record), whole: quickTest(whole) });
  await readPieces(body, (piece) => reader.add(piece));
  return reader.end();
}
