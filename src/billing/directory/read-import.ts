import { faultRest } from "#room/billing/fault-words.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { readFileDate } from "#room/billing/read-file-date.ts";
import type { TableRecord } from "#room/billing/table-records.ts";
import { tidyNumber } from "#room/billing/tidy-number.ts";
import { faultsOf } from "#room/contract/find-issues.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { type DirectoryEntry, type DirectoryKind, savedEntry } from "#room/contract/schemas/directory.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import { type ColumnMap, type ImportMember, importMembers, labelOfMember } from "./import-columns.ts";

/** All that is wrong with a line, which is skipped. */
export interface ImportFault {
  readonly line: number;
  readonly message: string;
}

interface ImportSources {
  readonly kind: DirectoryKind;
  readonly columns: ColumnMap;
  readonly names: DirectoryIndex;
  /** `yyyy-MM-dd`. */
  readonly today: string;
  /** For fees whose line has none. */
  readonly currency: string;
  uuid(): string;
}

/** Empty: the column exists but the cell is blank. */
type Cells = Partial<Record<ImportMember, string>>;

/** A cell without the apostrophe the export added against formulas. */
function cellText(cell: string): string {
  const text = cell.trim();
  return /^'\s*[=+\-@]/.test(text) ? text.slice(1) : text;
}

const plain = (text: string | null | undefined) => (text ?? "").trim().toUpperCase().replaceAll(/\s+/g, " ");

/** What identifies an entry without an id: its name, or everything a price is chosen by. */
function likeness({ kind, name, code, modifiers, payerId, practiceId }: DirectoryEntry): string {
  if (kind !== "fee") return plain(name);
  return [plain(code), (modifiers ?? []).toSorted().join(" "), payerId ?? "", practiceId ?? ""].join("|");
}

/** Reads the lines of a file as entries; a line with an issue is reported and skipped. */
export function readImport(records: readonly TableRecord[], sources: ImportSources) {
  const { kind, columns, names, uuid } = sources;
  const entries: DirectoryEntry[] = [];
  const faults: ImportFault[] = [];
  const ids = new Map<string, string>();
  for (const entry of names.entries) if (entry.kind === kind) ids.set(likeness(entry), entry.id);
  const lines = new Map<string, number>();
  for (const { line, cells } of records) {
    const row: Cells = {};
    for (const [index, member] of columns.entries()) {
      if (member !== undefined) row[member] = cellText(cells[index] ?? "");
    }
    const problems: string[] = [];
    const entry = entryOf(row, sources, problems);
    if (!row.id) {
      const like = likeness(entry);
      const id = ids.get(like) ?? uuid().replaceAll("-", "");
      ids.set(like, id);
      entry.id = id;
    }
    const { issues } = faultsOf(savedEntry, entry);
    for (const { path, message } of issues) {
      const member = importMembers(kind).find((each) => each === path[0]) ?? "name";
      if (problems.length === 0) problems.push(`${labelOfMember(member)} ${faultRest(message)}.`);
    }
    const key = `${entry.id} ${kind === "fee" ? (entry.activeFrom ?? "") : ""}`;
    const before = lines.get(key);
    if (before !== undefined && problems.length === 0) problems.push(`The same entry as on line ${before}.`);
    if (problems.length === 0) {
      lines.set(key, line);
      entries.push(entry);
    } else faults.push({ line, message: problems.join(" ") });
  }
  return { entries, faults };
}

function entryOf(
  row: Cells,
  { kind, names, today, currency }: ImportSources,
  problems: string[],
): DirectoryEntry {
  const entry: DirectoryEntry = { kind, id: canonicalGuid(row.id ?? "") ?? row.id ?? "" };
  for (const member of ["name", "shortName"] as const) {
    const text = row[member];
    if (text !== undefined) entry[member] = text.replaceAll(/\s+/g, " ") || null;
  }
  if (row.npi !== undefined) entry.npi = row.npi.replaceAll(/[\s-]/g, "") || null;
  if (row.directAddress !== undefined) entry.directAddress = row.directAddress || null;
  if (row.timeZone !== undefined) entry.timeZone = row.timeZone || null;
  for (const member of ["activeFrom", "activeTo"] as const) {
    const text = row[member];
    if (text === undefined) continue;
    entry[member] = null;
    if (text === "") continue;
    const { date, fault } = readFileDate(text, today);
    if (date === undefined) problems.push(fault);
    else entry[member] = date;
  }
  if (row.mergedInto !== undefined)
    entry.mergedInto = row.mergedInto === "" ? null : (canonicalGuid(row.mergedInto) ?? row.mergedInto);
  if (kind !== "fee") return entry;
  if (row.code) entry.code = row.code.toUpperCase();
  if (row.modifiers !== undefined)
    entry.modifiers = row.modifiers
      .toUpperCase()
      .split(/[\s,;-]+/)
      .filter(Boolean);
  for (const [member, of] of [
    ["payerId", "payer"],
    ["practiceId", "practice"],
  ] as const) {
    const text = row[member];
    if (text === undefined) continue;
    entry[member] = null;
    if (text === "") continue;
    const id = canonicalGuid(text) ?? names.idOf(of, text);
    if (id === undefined) problems.push(`No ${of} in the directory is called “${text}”.`);
    else entry[member] = id;
  }
  const amount = row.amount ? numberOfText(tidyNumber(row.amount)) : undefined;
  if (row.amount && amount === undefined) problems.push(`“${row.amount}” isn’t an amount.`);
  if (amount !== undefined) entry.amount = { currency: (row.currency || currency).toUpperCase(), amount };
  return entry;
}
