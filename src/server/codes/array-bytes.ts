import { readJson } from "#room/contract/written-json.ts";

/**
 * Flat arrays as bytes and back: the header length in eight bytes, the header as JSON, then each array aligned to eight
 * bytes, in this machine's byte order. Reading copies nothing.
 */
type Flat = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const kinds = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type KindName = keyof typeof kinds;

interface Head<Facts> {
  readonly facts: Facts;
  readonly arrays: readonly (readonly [name: string, kind: KindName, length: number])[];
}

export function bytesOfArrays(
  facts: unknown,
  arrays: Readonly<Record<string, Flat>>,
): Uint8Array<ArrayBuffer> {
  const named = Object.entries(arrays);
  const head: Head<unknown> = {
    facts,
    arrays: named.map(([name, array]) => [name, kindOf(array), array.length]),
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  const start = padded(8 + headBytes.length);
  const size = named.reduce((sum, [, array]) => sum + padded(array.byteLength), start);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setFloat64(0, headBytes.length, true);
  bytes.set(headBytes, 8);
  let at = start;
  for (const [, { buffer, byteOffset, byteLength }] of named) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

/** The input of bytesOfArrays. The writer knows the facts, the names, and each array's type. */
export function arraysOfBytes<Facts, Arrays extends { readonly [N in keyof Arrays]: Flat }>(
  written: Uint8Array,
): { facts: Facts; arrays: Arrays } {
  // The arrays must start at multiples of eight in their buffer.
  const bytes = written.byteOffset % 8 === 0 ? written : written.slice();
  const { byteOffset } = bytes;
  // The drivers return memory of this thread only.
  const buffer = bytes.buffer as ArrayBuffer;
  const headLength = new DataView(buffer, byteOffset).getFloat64(0, true);
  const head = readJson<Head<Facts>>(new TextDecoder().decode(bytes.subarray(8, 8 + headLength)));
  let at = byteOffset + padded(8 + headLength);
  const views = head.arrays.map(([name, kind, length]) => {
    const view = new kinds[kind](buffer, at, length);
    at += padded(view.byteLength);
    return [name, view] as const;
  });
  const arrays: object = Object.fromEntries(views);
  // bytesOfArrays was given these names and types.
  return { facts: head.facts, arrays: arrays as Arrays };
}

function kindOf(array: Flat): KindName {
  if (array instanceof Uint16Array) return "Uint16Array";
  if (array instanceof Float64Array) return "Float64Array";
  return array instanceof Uint32Array ? "Uint32Array" : "Uint8Array";
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
