import { useEffect } from "react";

export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}

export interface DrivenList {
  readonly listId: string;
  /** How many options it has; it is not there without any. */
  readonly count: number;
  /** The place that the keys have come to; -1 for the field itself. */
  readonly active: number;
}

/** A field that keeps the focus and drives a list of options by its keys: what says so to who cannot see it. */
export function comboboxProps({ listId, count, active }: DrivenList) {
  return {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": count > 0,
    ...(count > 0 && { "aria-controls": listId }),
    ...(active >= 0 && active < count && { "aria-activedescendant": optionId(listId, active) }),
  } as const;
}

/** The same for an input that is drawn without React: the one that drives the list is told so on the element itself. */
export function useDrivenList(input: HTMLInputElement | undefined, listId: string, active: number): void {
  useEffect(() => {
    if (!input) return undefined;
    input.setAttribute("aria-controls", listId);
    input.setAttribute("aria-activedescendant", optionId(listId, active));
    return () => {
      input.removeAttribute("aria-controls");
      input.removeAttribute("aria-activedescendant");
    };
  }, [input, listId, active]);
}

interface Steps {
  /** Where ArrowUp leads from the first option: nowhere, into the field, or on to the last one. */
  readonly beforeFirst: "nowhere" | "field" | "last";
  /** How far Page Up and Page Down go; without it they are not the list's. */
  readonly page?: number;
}

/** Where a key leads to in the list; undefined for a key that is not the list's, and in a list without options. */
export function placeAfterKey(
  key: string,
  { count, active }: Pick<DrivenList, "count" | "active">,
  { beforeFirst, page }: Steps,
): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  if (key === "ArrowDown") return active < last ? active + 1 : beforeFirst === "last" ? 0 : last;
  if (key === "ArrowUp") {
    if (active > 0) return active - 1;
    return { nowhere: 0, field: -1, last }[beforeFirst];
  }
  if (page !== undefined && key === "PageDown") return Math.min(last, active + page);
  if (page !== undefined && key === "PageUp") return Math.max(0, active - page);
  return undefined;
}
