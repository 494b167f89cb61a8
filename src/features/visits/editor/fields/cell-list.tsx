import { createContext, use, useEffectEvent, useId, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import styles from "#room/features/visits/editor/editor.module.css";
import { placeAfterKey, useDrivenList } from "#room/ui/combobox.ts";
import { type ListedOption, OptionList } from "#room/ui/option-list.tsx";
import { useBox } from "./focused-field.ts";

/** A list this high, in pixels, is enough to choose from: it scrolls, and stays where it is looked for. */
const enough = 150;
const gap = 2;
const edge = 8;

/** Where what was found is announced: a live region that is there before, or its first text would be none. */
export const NewsContext = createContext<HTMLElement | null>(null);

export interface CellOption extends ListedOption {
  readonly take: () => void;
}

export interface CellListProps {
  readonly field: HTMLInputElement;
  /** "Names found". */
  readonly label: string;
  readonly options: readonly CellOption[];
  /** False while they are the options of an earlier text. */
  readonly isCurrent: boolean;
  /** Enter takes the first one; otherwise one must be chosen with the arrow keys. */
  readonly isFirstChosen: boolean;
  /** Said below the options, or in place of them. */
  readonly note?: string | undefined;
  readonly onClose: () => void;
}

/** The options for the field being typed in. It keeps the focus; its keys choose, and those that take also go on. */
export function CellList(props: CellListProps) {
  const { field, label, options, isCurrent, isFirstChosen, note, onClose } = props;
  const listId = useId();
  const names = options.map(({ id, name }) => id ?? name).join("\n");
  const [chosen, setChosen] = useState<{ readonly names: string; readonly at: number }>();
  const first = isFirstChosen ? 0 : -1;
  const active = !isCurrent ? -1 : chosen?.names === names ? chosen.at : first;
  const box = useBox(field);
  const news = use(NewsContext);
  const take = (place: number) => {
    const option = isCurrent ? options[place] : undefined;
    if (!option) return;
    option.take();
    onClose();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    // The option is taken, and the key goes on as after a typed one.
    if (key === "Enter" || key === "Tab") return take(active);
    // Nothing is chosen yet: the cell above is reached as from any other.
    if (key === "ArrowUp" && active < 0) return onClose();
    const to = placeAfterKey(key, { count: options.length, active }, { beforeFirst: "field" });
    if (to !== undefined) setChosen({ names, at: to });
    else if (key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    const stop = new AbortController();
    field.addEventListener("keydown", (event) => onKeyDown(event), { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [field]);
  useDrivenList(field, { listId, count: options.length, active });
  if (!field.isConnected || (options.length === 0 && note === undefined)) return null;
  const below = innerHeight - box.bottom;
  const isBelow = below > enough || below > box.top;
  const at = isBelow ? { top: box.bottom + gap } : { bottom: innerHeight - box.top + gap };
  const maxHeight = (isBelow ? below : box.top) - gap - edge;
  return (
    <div
      className={styles.found}
      style={{ left: Math.max(8, Math.min(box.left, innerWidth - 428)), ...at, maxHeight }}
    >
      <OptionList
        id={listId}
        label={label}
        className={styles.options}
        options={options}
        active={active}
        onTake={take}
      />
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {news && createPortal(isCurrent ? announcement(options, active, note) : "", news)}
    </div>
  );
}

function announcement(options: readonly CellOption[], active: number, note = ""): string {
  const option = options[active];
  const unmatched = option?.unmatched?.length ? `, did not match: ${option.unmatched.join(", ")}` : "";
  const chosen = option ? `${option.name} ${option.detail ?? ""}${unmatched}` : "";
  return [options.length > 0 ? `${options.length} found` : "", chosen, note].filter(Boolean).join(". ");
}
