import { quarterDays } from "#room/contract/primitives/quarter.ts";
import { CodeFileError } from "./code-file-error.ts";
import { limitHeading } from "./claim-edits/read-limits.ts";
import { pairHeading } from "./claim-edits/read-pairs.ts";
import { csvText, recordsOfHead } from "./csv-file.ts";
import { isRecord } from "./procedures/read-fixed-width.ts";
import { ownListColumns } from "./procedures/read-own-list.ts";
import { isSheetHeading } from "./procedures/read-sheet.ts";
import type { PlainFile } from "./unpack-code-file.ts";

/** A file of procedures or claim edits, before reading it in full. */
export type QuarterlyFileKind =
  | { readonly kind: "pairs"; readonly quarter: string; readonly part: number }
  | { readonly kind: "limits"; readonly quarter: string }
  | { readonly kind: "procedures"; readonly isSheet: boolean; readonly release: Release }
  | { readonly kind: "own-list" };

/** "2026 Q4", or "2019" for a file of the whole year. */
export interface Release {
  readonly name: string;
  readonly inForceFrom: string;
  readonly inForceTo: string;
}

const months: Readonly<Record<string, number>> = { jan: 1, apr: 2, jul: 3, oct: 4 };
/** The publisher's version 32.0 is January 2026. */
const yearOfVersion0 = 1994;

/** Undefined if neither its lines nor its columns look like such a file. Throws if the quarter is missing. */
export function recogniseQuarterly(file: PlainFile, quarter?: string): QuarterlyFileKind | undefined {
  const isZip = file.bytes[0] === 0x50 && file.bytes[1] === 0x4b;
  if (isZip) return { kind: "procedures", isSheet: true, release: releaseOf(file, quarter) };
  const head = csvText(file.bytes.subarray(0, 16_384));
  const lines = head.split(/\r?\n/).slice(0, 40);
  if (lines.some((line) => pairHeading.test(line))) return pairsKind(file, quarter);
  if (lines.some(isRecord)) return { kind: "procedures", isSheet: false, release: releaseOf(file, quarter) };
  const records = recordsOfHead(file.name, head).slice(0, 10);
  const [first] = records;
  const heading = records.find(({ cells }) => limitHeading.test(cells[0]?.trim() ?? ""));
  if (heading) return limitsKind(file, heading.cells, quarter);
  if (first && isSheetHeading(first.cells))
    return { kind: "procedures", isSheet: true, release: releaseOf(file, quarter) };
  return first && ownListColumns(first.cells) ? { kind: "own-list" } : undefined;
}

function pairsKind({ name }: PlainFile, quarter: string | undefined): QuarterlyFileKind {
  const path = innermost(name);
  if (/ccioph/i.test(path))
    throw refused(name, "has the edits of hospitals; the files of practitioners begin with ccipra");
  const [, version, release] = /ccipra-v(\d\d)(\d)r/i.exec(path) ?? [];
  const named =
    version === undefined ? undefined : `${Number(version) + yearOfVersion0} Q${Number(release) + 1}`;
  const part = Number(/-f(\d)(?!\d)/i.exec(path)?.[1] ?? 0);
  return { kind: "pairs", quarter: quarter ?? named ?? noQuarter(name), part };
}

function limitsKind({ name }: PlainFile, heading: readonly string[], quarter?: string): QuarterlyFileKind {
  const what = `${heading.join(" ")} ${innermost(name)}`;
  if (/outpatient|hospital|dme|supplier/i.test(what))
    throw refused(name, "has the limits of hospitals or suppliers, not those of practitioners");
  const [, month, , year] = /eff_?(\d\d)-(\d\d)-(\d{4})/i.exec(innermost(name)) ?? [];
  const named = year === undefined ? undefined : `${year} Q${Math.ceil(Number(month) / 3)}`;
  return { kind: "limits", quarter: quarter ?? named ?? noQuarter(name) };
}

function releaseOf({ name }: PlainFile, quarter: string | undefined): Release {
  if (quarter !== undefined) return { name: quarter, ...quarterDays(quarter) };
  for (const part of name.split("/").toReversed()) {
    const [, year, month] = /hcpc[a-z]*[-_ ]?(20\d\d)[-_ ]?(jan|apr|jul|oct)?/i.exec(part) ?? [];
    if (year === undefined) continue;
    const number = months[(month ?? "").toLowerCase()];
    if (number === undefined) return { name: year, inForceFrom: `${year}-01-01`, inForceTo: `${year}-12-31` };
    return { name: `${year} Q${number}`, ...quarterDays(`${year} Q${number}`) };
  }
  return noQuarter(name);
}

function innermost(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function noQuarter(name: string): never {
  throw refused(
    name,
    "its name has no quarter; enter it, such as 2026Q4 (on the command line: --quarter 2026Q4)",
  );
}

function refused(name: string, message: string): CodeFileError {
  return new CodeFileError(name, [{ line: 0, message }]);
}
