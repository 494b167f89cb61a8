import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

/** A procedure code (five characters) or a modifier (two), as in a file. */
export interface ProcedureLine {
  readonly code: string;
  /** The complete long text. */
  readonly title: string;
  /** The short text; empty if the file has none. */
  readonly shortTitle: string;
  /** First and last day, yyyy-MM-dd; empty if the file gives none. */
  readonly from: string;
  readonly to: string;
}

/** As stored: the columns of packCodeLines first, so that sets compare like all others. */
export function packProcedureLines(lines: readonly ProcedureLine[]): Promise<Uint8Array> {
  const text = lines
    .map(
      ({ code, title, shortTitle, from, to }) =>
        `${[code, "1", title, shortTitle, from, to].map((cell) => cell.replaceAll(/[\t\n\r]/g, " ")).join("\t")}\n`,
    )
    .join("");
  return promisify(deflateRaw)(Buffer.from(text), { level: 6 });
}

export async function unpackProcedureLines(content: Uint8Array): Promise<ProcedureLine[]> {
  const bytes = await promisify(inflateRaw)(content);
  return bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [code = "", , title = "", shortTitle = "", from = "", to = ""] = line.split("\t");
      return { code, title, shortTitle, from, to };
    });
}

/** Converts yyyyMMdd to a date; "" for none; undefined for an invalid day. */
export function dayOf(text: string): string | undefined {
  const plain = text.trim();
  if (plain === "") return "";
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(plain) ?? [];
  const iso = `${year}-${month}-${day}`;
  const isReal = !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString().startsWith(iso);
  return isReal ? iso : undefined;
}
