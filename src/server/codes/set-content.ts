import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { CodeLine, MappingLine } from "./code-line.ts";

/** A set's lines as stored: code, flag and title separated by tabs, one per line, deflated. */
export function packCodeLines(lines: readonly CodeLine[]): Promise<Uint8Array> {
  return pack(lines, ({ code, isBillable, title }) => `${code}\t${isBillable ? "1" : "0"}\t${title}\n`);
}

/** One line at a time, so that a year is never held as objects. */
export async function unpackCodeLines(content: Uint8Array): Promise<Iterable<CodeLine>> {
  const text = await unpack(content);
  return {
    *[Symbol.iterator]() {
      for (const [code, flag, title] of fieldsOf(text)) yield { code, isBillable: flag === "1", title };
    },
  };
}

export function packMappingLines(lines: readonly MappingLine[]): Promise<Uint8Array> {
  return pack(lines, ({ source, target, flags }) => `${source}\t${target}\t${flags}\n`);
}

export async function unpackMappingLines(content: Uint8Array): Promise<MappingLine[]> {
  return Array.from(fieldsOf(await unpack(content)), ([source, target, flags]) => ({
    source,
    target,
    flags,
  }));
}

async function pack<T>(lines: readonly T[], textOf: (line: T) => string): Promise<Uint8Array> {
  const length = lines.reduce((sum, line) => sum + textOf(line).length, 0);
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const line of lines) at += bytes.write(textOf(line), at, "latin1");
  return promisify(deflateRaw)(bytes, { level: 4 });
}

async function unpack(content: Uint8Array): Promise<Buffer> {
  return promisify(inflateRaw)(content);
}

function* fieldsOf(bytes: Buffer): Generator<[string, string, string]> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    const [first = "", second = "", third = ""] = bytes.toString("latin1", start, end).split("\t");
    yield [first, second, third];
    start = end + 1;
  }
}
