import { keysOf } from "#room/contract/keys-of.ts";
import { listPaths, type ListName } from "./draft.ts";

/** What is usually the same on all lines of a visit, and so is chosen once above them. An event has it on each charge. */
export const visitNames = ["providerId", "payerId"] as const;
export type VisitName = (typeof visitNames)[number];

const beforeMember = "visitCharged.charges.";

/** The place of the visit's own field for it: the lines' path without a line. */
export function placeOfVisitName(member: VisitName): { readonly path: string } {
  return { path: beforeMember + member };
}

export function visitNameAt(place: FieldRef): VisitName | undefined {
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

export const dateOfServicePath = "visitCharged.createdOn";
/** The field of the time of service. An event has both in one text. */
export const timeOfServicePath = `${dateOfServicePath}.time` as const;

/** The place in the draft whose text a field shows, or a part of it. */
export function storedAt(place: FieldRef): FieldRef {
  return "path" in place && place.path === timeOfServicePath ? { path: dateOfServicePath } : place;
}

/** A cell of a list by its row's id, so that it stays valid when rows move. */
export interface CellRef {
  readonly list: ListName;
  readonly rowId: string;
  /** The path within the row: `cpt`, `charge.amount`. */
  readonly member: string;
}

export function cellKey({ rowId, member }: Omit<CellRef, "list">): string {
  return `${rowId} ${member}`;
}

/** A field outside the lists, by its path: `visitCharged.visitId`. */
export interface PathRef {
  readonly path: string;
}
export type FieldRef = CellRef | PathRef;

export type RowOrder = Readonly<Record<ListName, readonly string[]>>;

export function listOfPath(path: string): ListName | undefined {
  return keysOf(listPaths).find((list) => listPaths[list] === path);
}

export function isSameField(one: FieldRef, other: FieldRef): boolean {
  if ("path" in one || "path" in other) return "path" in one && "path" in other && one.path === other.path;
  return one.rowId === other.rowId && one.member === other.member;
}
