import type { LeafKind } from "./leaf-text.ts";

/*
 * The members of an event, listed once: what each holds, what people call it, and the column that it has in a grid.
 * Draft types, the editor's shapes, its columns, all labels and the lists of GUIDs follow from here. A member of the
 * contract's schemas that is missing here, or of another kind, does not compile.
 */

export type MemberKind = LeafKind | "money" | "links";

/** How a member stands in its list's grid. Columns stand in the order of their table below. */
export interface MemberColumn {
  /** Pixels. */
  readonly width: number;
  readonly look?: "number" | "code" | "faint" | "letters";
  readonly grows?: boolean;
  readonly isPinned?: boolean;
  /** A row is not complete without it. */
  readonly isEntry?: boolean;
  /** Seldom typed: tucked away until it is wanted or a fault stands in it. */
  readonly isRare?: boolean;
  /** The list of words that are offered in it. */
  readonly suggestions?: string;
}

export interface Member {
  readonly kind: MemberKind;
  /** What people call it. */
  readonly label: string;
  /** For a narrow column's head, where the label is too long. */
  readonly short?: string;
  /** Absent: it stands in no grid. */
  readonly column?: MemberColumn;
}

/** The kinds that can hold a value of the wire. */
type KindOf<Value> = Value extends boolean
  ? "flag"
  : Value extends number
    ? "number"
    : Value extends string
      ? "text" | "guid"
      : Value extends readonly string[]
        ? "words"
        : Value extends readonly unknown[]
          ? "links"
          : "money";

/** The names that the interface lists: a schema also takes any other. */
type Known<T> = keyof { [M in keyof T as string extends M ? never : M]: T[M] };

export type MembersOf<T, Parts extends PropertyKey = never> = {
  readonly [M in Exclude<Known<T>, Parts>]-?: Member & { readonly kind: KindOf<NonNullable<T[M]>> };
};
