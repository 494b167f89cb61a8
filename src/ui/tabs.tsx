import { type KeyboardEvent, memo, type ReactNode, useCallback, useId } from "react";
import { classNames } from "./class-names.ts";
import { formatCount } from "./formats.ts";
import styles from "./tabs.module.css";
import { useNewest } from "./use-newest.ts";

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  /** Text when it is not just a number: "10,000+". */
  count?: number | string | undefined;
}

export interface TabsProps<Id extends string> {
  label: string;
  items: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  children: ReactNode;
  /** The panel holds nothing that takes the focus, so it takes it itself: the keys scroll it. */
  isText?: boolean;
  className?: string;
  panelClassName?: string;
}

/**
 * Tabs over one panel, which stays the same element whichever is selected, so that a list in it keeps its state. The
 * caller stores the selection, preferably in the address.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, selected, onSelect, children, isText = false, className, panelClassName } = props;
  const panelId = useId();
  const newestRef = useNewest({ items, selected, onSelect });
  const choose = useCallback(
    (key: string) => {
      const newest = newestRef.current;
      const chosen = newest.items.find(({ id }) => id === key);
      if (chosen && chosen.id !== newest.selected) newest.onSelect(chosen.id);
    },
    [newestRef],
  );
  return (
    <div className={classNames(styles.tabs, className)}>
      <Strip label={label} items={items} selected={selected} onSelect={choose} panelId={panelId} />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${selected}`}
        className={classNames(styles.panel, panelClassName)}
        tabIndex={isText ? 0 : undefined}
      >
        {children}
      </div>
    </div>
  );
}

type StripProps = Omit<TabsProps<string>, "children"> & { readonly panelId: string };

/** From which tab a key leads to which, of so many. */
const moves: Readonly<Partial<Record<string, (at: number, count: number) => number>>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Renders again only when the tabs change, not with their panels. */
const Strip = memo(function Strip({ label, items, selected, onSelect, panelId }: StripProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const next =
      items[
        move(
          items.findIndex(({ id }) => id === selected),
          items.length,
        )
      ];
    if (!next) return;
    document.getElementById(`${panelId}-${next.id}`)?.focus();
    onSelect(next.id);
  };
  return (
    <div role="tablist" aria-label={label} className={styles.list}>
      {items.map(({ id, label: words, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${panelId}-${id}`}
          aria-selected={id === selected}
          aria-controls={id === selected ? panelId : undefined}
          tabIndex={id === selected ? 0 : -1}
          className={`quiet nowrap ${styles.tab}`}
          onClick={() => onSelect(id)}
          onKeyDown={onKeyDown}
        >
          {words}
          {count === undefined ? null : (
            <span className={styles.count}>{typeof count === "number" ? formatCount(count) : count}</span>
          )}
        </button>
      ))}
    </div>
  );
});
