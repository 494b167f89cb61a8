import { classNames } from "#room/ui/class-names.ts";
import { CrossIcon } from "#room/ui/page-icons.tsx";
import type { MenuItem } from "#room/ui/menu.tsx";
import { Menu } from "#room/ui/menu.tsx";
import styles from "./filter-bar.module.css";

/** An active filter; pressing it removes it. */
export function OnChip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <button type="button" className={classNames(styles.chip, styles.on)} title={words} onClick={onRemove}>
      <span className={styles.chipText}>{words}</span>
      <CrossIcon size={12} />
      <span className="visually-hidden">: remove this filter</span>
    </button>
  );
}

/** An inactive filter and its options. */
export function Choice({ title, items }: { title: string; items: MenuItem[] }) {
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
