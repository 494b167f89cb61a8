import { useRef } from "react";
import { classNames } from "#room/ui/class-names.ts";
import { CrossIcon } from "#room/ui/page-icons.tsx";
import { type MenuItem, Menu } from "#room/features/parts/menu.tsx";
import { useFocusFollows } from "#room/ui/use-kept-focus.ts";
import styles from "./filter-bar.module.css";

export function OnChip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <button type="button" className={classNames(styles.chip, styles.on)} title={words} onClick={onRemove}>
      <span className="clip">{words}</span>
      <CrossIcon size={12} />
      <span className="visually-hidden">: remove this filter</span>
    </button>
  );
}

interface FilterProps {
  readonly title: string;
  /** What it is set to, in words; undefined while it is off. */
  readonly on: string | undefined;
  readonly items: MenuItem[];
  readonly onRemove: () => void;
}

/** A filter: its options while it is off, its chip while it is on. The focus stays with it when that changes. */
export function Filter({ title, on, items, onRemove }: FilterProps) {
  const place = useRef<HTMLSpanElement>(null);
  useFocusFollows(place, on !== undefined);
  return (
    <span ref={place} className={styles.place}>
      {on === undefined ? <Choice title={title} items={items} /> : <OnChip words={on} onRemove={onRemove} />}
    </span>
  );
}

function Choice({ title, items }: { title: string; items: MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <Menu
      label={`${title} filter`}
      sections={[{ items }]}
      placement="bottom start"
      className={classNames(styles.chip, styles.add)}
    >
      <span aria-hidden="true">+</span> {title}
    </Menu>
  );
}
