import { csvOf } from "#room/billing/csv.ts";
import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { importMembers, labelOfMember, type ImportMember } from "./import-columns.ts";

function cellOf(entry: DirectoryEntry, member: ImportMember): string {
  const { amount, modifiers } = entry;
  if (member === "amount")
    return amount ? minorText(minorUnits(amount.amount, amount.currency) ?? 0, amount.currency) : "";
  if (member === "currency") return amount?.currency ?? "";
  if (member === "modifiers") return (modifiers ?? []).join(" ");
  return entry[member] ?? "";
}

/** The entries of one kind as a file that the import reads again. */
export function directoryCsv(kind: DirectoryKind, entries: readonly DirectoryEntry[]): string {
  const members = importMembers(kind);
  const rows = entries.filter((entry) => entry.kind === kind);
  return csvOf([
    members.map(labelOfMember),
    ...rows.map((entry) => members.map((member) => cellOf(entry, member))),
  ]);
}
