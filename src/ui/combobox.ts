import { useEffect } from "react";

export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}

export interface DrivenList {
  readonly listId: string;
  readonly count: number;
  readonly active: number;
}

/** ARIA attributes of a field that keeps the focus and controls a list of options with its keys. */
export function comboboxProps({ listId, count, active }: DrivenList) {
  return {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": count > 0,
    ...(count > 0 && { "aria-controls": listId }),
    ...(active >= 0 && active < count && { "aria-activedescendant": optionId(listId, active) }),
  } as const;
}

const changing = ["aria-controls", "aria-activedescendant"] as const;

/** The same for an input of others, by setting the attributes on the element itself. Without a list, none is open. */
export function driveList(input: Element, list: DrivenList = { listId: "", count: 0, active: -1 }): void {
  for (const name of changing) input.removeAttribute(name);
  for (const [name, value] of Object.entries(comboboxProps(list))) input.setAttribute(name, String(value));
}

export function useDrivenList(input: HTMLInputElement, { listId, count, active }: DrivenList): void {
  useEffect(() => {
    driveList(input, { listId, count, active });
    return () => driveList(input);
  }, [input, listId, count, active]);
}

interface Steps {
  /** What ArrowUp does on the first option: nothing, go to the field, or wrap to the last one. */
  readonly beforeFirst: "nowhere" | "field" | "last";
  /** How far Page Up and Page Down move; without it the list ignores them. */
  readonly page?: number;
}

/** The index a key moves to; undefined for keys the list does not handle, and for an empty list. */
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
