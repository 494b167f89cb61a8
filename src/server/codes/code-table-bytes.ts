import { keysOf } from "#room/contract/keys-of.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";

import { type CodeArrays, CodeTable, type DiagnosisTable } from "./code-table.ts";
import type { LoadedSet } from "./loaded-set.ts";

/**
 * A table as bytes, so that a server loads what the import built: the header length in eight bytes, the header as JSON,
 * then each array aligned to eight bytes, in this machine's byte order.
 */
/** Incremented whenever the bytes or the indexing change; servers then rebuild their tables. */
export const tableFormat = 3;

interface Head {
  system: CodeSystem;
  sets: readonly LoadedSet[];
  lengths: Record<string, number>;
}

const kinds = {
  keys: Float64Array,
  present: Uint32Array,
  billable: Uint32Array,
  titleOf: Uint32Array,
  revisions: Uint32Array,
  titleStarts: Uint32Array,
  titles: Uint8Array,
  words: Uint8Array,
  postingStarts: Uint32Array,
  postings: Uint32Array,
  codeWordStarts: Uint32Array,
  codeWords: Uint16Array,
  handicap: Uint8Array,
} as const;

const names = keysOf(kinds);

export function bytesOfTable(table: DiagnosisTable): Uint8Array<ArrayBuffer> {
  const lengths = Object.fromEntries(names.map((name) => [name, table.arrays[name].length]));
  const head: Head = { system: table.system, sets: table.sets, lengths };
  const headBytes = Buffer.from(JSON.stringify(head));
  const start = padded(8 + headBytes.length);
  const size = names.reduce((sum, name) => sum + padded(table.arrays[name].byteLength), start);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setFloat64(0, headBytes.length, true);
  bytes.set(headBytes, 8);
  let at = start;
  for (const name of names) {
    const { buffer, byteOffset, byteLength } = table.arrays[name];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

/** Views on the bytes; nothing is copied. The bytes must be at the start of their buffer. */
export function tableOfBytes(bytes: Uint8Array<ArrayBuffer>): DiagnosisTable {
  const headLength = new DataView(bytes.buffer).getFloat64(0, true);
  // Written by bytesOfTable with the same format number, which is stored alongside.
  const head = readJson<Head>(Buffer.from(bytes.buffer, 8, headLength).toString());
  let at = padded(8 + headLength);
  const views = names.map((name) => {
    const kind = kinds[name];
    const length = head.lengths[name] ?? 0;
    const view = new kind(bytes.buffer, at, length);
    at += padded(length * kind.BYTES_PER_ELEMENT);
    return [name, view] as const;
  });
  // The list of kinds above gives each name its array type.
  return new CodeTable(head.system, head.sets, Object.fromEntries(views) as unknown as CodeArrays);
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
