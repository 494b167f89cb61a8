import { keysOf } from "#room/contract/keys-of.ts";
import { listPaths, type ListName } from "./draft.ts";

/** A cell of a list by its row's id, so that it stays valid when rows move. */
export interface CellPlace {
  readonly list: ListName;
  readonly rowId: string;
  /** The path within the row: `cpt`, `charge.amount`. */
  readonly member: string;
}

/** A field outside the lists, by its path: `visitCharged.visitId`. */
export interface FieldPlace {
  readonly path: string;
}
export type Place = CellPlace | FieldPlace;

/** The row ids of each list, in order. */
export type RowOrder = Readonly<Record<ListName, readonly string[]>>;

export function listOfPath(path: string): ListName | undefined {
  return keysOf(listPaths).find((list) => listPaths[list] === path);
}

/** The field's current name; undefined if the row is gone. */
export function nameOfPlace(place: Place, order: RowOrder): string | undefined {
  if ("path" in place) return place.path;
  const index = order[place.list].indexOf(place.rowId);
  return index < 0 ? undefined : `${listPaths[place.list]}.${index}.${place.member}`;
}

export function isSamePlace(one: Place, other: Place): boolean {
  if ("path" in one || "path" in other) return "path" in one && "path" in other && one.path === other.path;
  return one.rowId === other.rowId && one.member === other.member;
}
