import type { LeafKind } from "./leaf-text.ts";

/* The members of an event, listed once: what each holds, its label, and its grid column. Draft types, editor shapes,
   columns, labels and GUID lists derive from it. A schema member that is missing here, or has another kind, does not
   compile. */

export type MemberKind = LeafKind | "money" | "links";

/** A member's column in its list's grid. Columns are in the order of the table below. */
export interface MemberColumn {
  /** Pixels. */
  readonly width: number;
  readonly look?: "number" | "code" | "faint" | "letters";
  readonly grows?: boolean;
  readonly isPinned?: boolean;
  /** A row is incomplete without it. */
  readonly isEntry?: boolean;
  /** Rarely typed: hidden until it is needed or has an issue. */
  readonly isHiddenByDefault?: boolean;
}

export interface Member {
  readonly kind: MemberKind;
  readonly label: string;
  /** For a narrow column header, when the label is too long. */
  readonly short?: string;
  /** Absent: no column in any grid. */
  readonly column?: MemberColumn;
}

/** The kinds that fit a wire value. */
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

/** The names listed by the interface: a schema also accepts any other. */
type Known<T> = keyof { [M in keyof T as string extends M ? never : M]: T[M] };

export type MembersOf<T, Parts extends PropertyKey = never> = {
  readonly [M in Exclude<Known<T>, Parts>]-?: Member & { readonly kind: KindOf<NonNullable<T[M]>> };
};
