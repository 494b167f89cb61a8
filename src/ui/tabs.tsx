import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";
import { classNames } from "./class-names.ts";
import styles from "./tabs.module.css";

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  /** A text where it is not just a number: "10,000+". */
  count?: number | string | undefined;
}

export interface TabsProps<Id extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  items: TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** Each tab has content of its own, so that its panel begins anew; otherwise what is shown stays as it is. */
  hasOwnPanels?: boolean;
  /** The panel of the selected tab. */
  children: ReactNode;
  className?: string;
  panelClassName?: string;
}

/** Tabs over one panel. The caller keeps which is selected, best in the address. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const {
    label,
    items,
    selected,
    onSelect,
    children,
    className,
    panelClassName,
    hasOwnPanels = false,
  } = props;
  return (
    <AriaTabs
      className={classNames(styles.tabs, className)}
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = items.find((item) => item.id === key);
        if (chosen && chosen.id !== selected) onSelect(chosen.id);
      }}
    >
      <TabList aria-label={label} className={styles.list ?? ""}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className={styles.tab ?? ""}>
            {item.label}
            {item.count === undefined ? null : (
              <span className={styles.count}>{item.count.toLocaleString()}</span>
            )}
          </Tab>
        ))}
      </TabList>
      {/* The name by which the tab refers to its panel is given once. */}
      <TabPanel
        key={hasOwnPanels ? selected : ""}
        id={selected}
        className={classNames(styles.panel, panelClassName)}
      >
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
