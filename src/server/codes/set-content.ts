import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { CodeLine, MappingLine } from "./code-line.ts";

/** The lines of a set as the store keeps them: code, flag, title between tabs, one per line, deflated. */
export function packCodeLines(lines: readonly CodeLine[]): Promise<Uint8Array> {
  return pack(lines.map(({ code, isBillable, title }) => `${code}\t${isBillable ? "1" : "0"}\t${title}`));
}

export async function unpackCodeLines(content: Uint8Array): Promise<CodeLine[]> {
  return (await unpack(content)).map((line) => {
    const [code = "", flag = "", title = ""] = line.split("\t");
    return { code, isBillable: flag === "1", title };
  });
}

export function packMappingLines(lines: readonly MappingLine[]): Promise<Uint8Array> {
  return pack(lines.map(({ source, target, flags }) => `${source}\t${target}\t${flags}`));
}

export async function unpackMappingLines(content: Uint8Array): Promise<MappingLine[]> {
  return (await unpack(content)).map((line) => {
    const [source = "", target = "", flags = ""] = line.split("\t");
    return { source, target, flags };
  });
}

async function pack(lines: readonly string[]): Promise<Uint8Array> {
  return promisify(deflateRaw)(Buffer.from(lines.join("\n"), "latin1"), { level: 4 });
}

async function unpack(content: Uint8Array): Promise<string[]> {
  const text = (await promisify(inflateRaw)(content)).toString("latin1");
  return text === "" ? [] : text.split("\n");
}
