import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { CodeFileError } from "./code-file-error.ts";
import type { PlainFile } from "./unpack-code-file.ts";

export type CodeFileKind =
  | { readonly kind: "order"; readonly fiscalYear: number }
  | { readonly kind: "titles"; readonly fiscalYear: number }
  | { readonly kind: "mapping"; readonly source: CodeSystem };

const orderLine = /^\d{5} [A-Z][\dA-Z]{2,6} {1,5}[01] \S/;
const titleLine = /^(?:\d{3}|V\d{2}|E\d{3})[\d ]{0,2} ? \S/;
const mappingLine = /^[\dA-Z]{3,7} +(?:[\dA-Z]{3,7}|NoDx) +\d{5}\s*$/;
const linesLookedAt = 20;

/** Undefined if neither its lines nor its name look like an official file. Throws if the year is missing. */
export function recogniseCodeFile(file: PlainFile, year?: number): CodeFileKind | undefined {
  const lines = firstLines(file.bytes);
  const fits = (form: RegExp) => lines.filter((line) => form.test(line)).length * 2 > lines.length;
  // Not the archive's name: it holds lists of other kinds besides the order file.
  const path = file.name.slice(file.name.lastIndexOf("/") + 1).toLowerCase();
  // Lists of procedures come in the same archives and in the same format.
  if (/_sg\.|pcs/.test(path)) return undefined;
  if (fits(mappingLine) || (/gem\b/.test(path) && !fits(orderLine))) {
    return { kind: "mapping", source: sourceOf(path, lines) };
  }
  if (fits(orderLine) || (/order/.test(path) && !fits(titleLine))) {
    return { kind: "order", fiscalYear: year ?? orderYear(file.name) };
  }
  if (fits(titleLine) || /desc_(?:long|short)_dx/.test(path)) {
    return { kind: "titles", fiscalYear: titlesYear(path) };
  }
  return undefined;
}

function firstLines(bytes: Uint8Array): string[] {
  const head = Buffer.from(bytes.subarray(0, 16_384)).toString("latin1").split(/\r?\n/);
  return head.filter((line) => line !== "").slice(0, linesLookedAt);
}

/** The fiscal year is in the name; the innermost name with a year decides. */
function orderYear(name: string): number {
  for (const part of name.split("/").toReversed()) {
    const years = /order\D*(20\d\d)/i.exec(part) ?? /(?<!\d)(20\d\d)(?!\d)/.exec(part);
    if (years) return Number(years[1]);
  }
  throw new CodeFileError(name, [
    {
      line: 0,
      message: "its name has no fiscal year; enter the year, such as 2027 (on the command line: --year 2027)",
    },
  ]);
}

/** CMS numbers the versions of ICD-9-CM by year; version 32, the last, is fiscal year 2015. */
function titlesYear(path: string): number {
  const version = Number(/cms(\d\d)/.exec(path)?.[1] ?? 32);
  return version + 1983;
}

function sourceOf(path: string, lines: readonly string[]): CodeSystem {
  if (path.includes("i9gem")) return "ICD-9-CM";
  if (path.includes("i10gem")) return "ICD-10-CM";
  return /^\d/.test(lines[0] ?? "") ? "ICD-9-CM" : "ICD-10-CM";
}
