import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { namedKind } from "#room/billing/directory/named-kind.ts";
import { visitNameAt, type FieldRef } from "./field-ref.ts";

export function namedKindAt(place: FieldRef): DirectoryKind | undefined {
  if ("list" in place) return namedKind(place.member);
  const name = visitNameAt(place);
  if (name) return namedKind(name);
  return place.path === "visitCharged.practiceId" ? "practice" : undefined;
}
