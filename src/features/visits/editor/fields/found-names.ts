import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { namedKindAt } from "#room/features/visits/editor/draft/named-place.ts";
import type { Place } from "#room/features/visits/editor/draft/place.ts";

const maxFound = 8;

/** True for a line's cell that takes a procedure code, or the clinic's name for it. */
export function isProcedure(place: Place): boolean {
  return "list" in place && place.list === "charges" && place.member === "cpt";
}

/** The kind of directory entry searched for in this field. */
export function nameKindAt(place: Place): DirectoryKind | undefined {
  return isProcedure(place) ? "fee" : namedKindAt(place);
}

/** The code with its modifiers, as one would type it. */
export function codeOf({ code, modifiers }: DirectoryEntry): string {
  return [code, ...(modifiers ?? [])].join("-");
}

/** True for words that are neither a code (J1100) nor a short name for one. */
function saysWords(typed: string): boolean {
  return /^[a-z]{2}/i.test(typed.trim()) && namesNow().fees.codeMeant(typed) === undefined;
}

/** The entries that match the typed beginning; a code with several prices is listed once. */
export function foundAt(place: Place, typed: string, day: string | undefined): readonly DirectoryEntry[] {
  const names = namesNow();
  const kind = nameKindAt(place);
  if (kind === undefined || !names.hasKind(kind)) return [];
  if (!isProcedure(place)) return names.search(kind, typed, { limit: maxFound, day });
  if (!saysWords(typed)) return [];
  const byCode = new Map<string, DirectoryEntry>();
  for (const fee of names.search(kind, typed, { limit: 100, day }))
    if (fee.name && !byCode.has(codeOf(fee))) byCode.set(codeOf(fee), fee);
  return [...byCode.values()].slice(0, maxFound);
}
