import { csvOf } from "#room/billing/csv.ts";
import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import { importMembers, labelOfMember, type ImportMember } from "./import-columns.ts";

/** A payer or practice by name if that is unambiguous, so that people can read and edit the file. */
function partyOf(kind: "payer" | "practice", id: string | null | undefined, names: DirectoryIndex): string {
  const name = id ? names.nameOf(kind, id) : undefined;
  return name !== undefined && names.idOf(kind, name) === id ? name : (id ?? "");
}

function cellOf(entry: DirectoryEntry, member: ImportMember, names: DirectoryIndex): string {
  const { amount, modifiers } = entry;
  if (member === "amount")
    return amount ? minorText(minorUnits(amount.amount, amount.currency) ?? 0, amount.currency) : "";
  if (member === "currency") return amount?.currency ?? "";
  if (member === "modifiers") return (modifiers ?? []).join(" ");
  if (member === "payerId") return partyOf("payer", entry.payerId, names);
  if (member === "practiceId") return partyOf("practice", entry.practiceId, names);
  return entry[member] ?? "";
}

export function directoryCsv(kind: DirectoryKind, names: DirectoryIndex): string {
  const members = importMembers(kind);
  const rows = names.entries.filter((entry) => entry.kind === kind);
  return csvOf([
    members.map(labelOfMember),
    ...rows.map((entry) => members.map((member) => cellOf(entry, member, names))),
  ]);
}
