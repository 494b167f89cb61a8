import { memo, type ReactNode, useCallback, useId } from "react";
import { Tab, TabList, Tabs as AriaTabs } from "react-aria-components";
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
      {/* The library's own looks through all that is in it after each change, for something that takes the focus: with a long list 4 ms a frame. */}
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

/** Renders again only when the tabs change, not with their panels. */
const Strip = memo(function Strip({ label, items, selected, onSelect, panelId }: StripProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className={styles.list ?? ""}>
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            className={styles.tab ?? ""}
            // The component gives each tab the id of its own panel.
            render={(tab) =>
              "href" in tab ? (
                <a {...tab}>{tab.children}</a>
              ) : (
                <div {...tab} id={`${panelId}-${item.id}`} aria-controls={tab["aria-controls"] && panelId} />
              )
            }
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className={styles.count}>
                {typeof item.count === "number" ? formatCount(item.count) : item.count}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
    </AriaTabs>
  );
});
