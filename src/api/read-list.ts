import type * as z from "zod/mini";
import { quickTestOf } from "#room/contract/quick-test.ts";
import { ListReader } from "./list-reader.ts";
import { readPieces } from "./read-pieces.ts";

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
