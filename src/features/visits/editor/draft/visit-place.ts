import type { Place } from "./place.ts";

/** What is usually the same on all lines of a visit, and so is chosen once above them. An event has it on each charge. */
export const visitNames = ["providerId", "payerId"] as const;
export type VisitName = (typeof visitNames)[number];

const beforeMember = "visitCharged.charges.";

/** The place of the visit's own field for it: the lines' path without a line. */
export function placeOfVisitName(member: VisitName): { readonly path: string } {
  return { path: beforeMember + member };
}

export function visitNameAt(place: Place): VisitName | undefined {
  return "path" in place ? visitNames.find((member) => place.path === beforeMember + member) : undefined;
}

/** What most of the lines have, the first of them if there are several. */
export function visitNameOf(rows: readonly Readonly<Record<VisitName, string>>[], member: VisitName): string {
  const counts = new Map<string, number>();
  for (const { [member]: id } of rows) if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
  let most = "";
  for (const [id, count] of counts) if (count > (counts.get(most) ?? 0)) most = id;
  return most;
}
