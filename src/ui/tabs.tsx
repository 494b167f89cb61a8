import { type ReactNode, useId } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";
import { classNames } from "./class-names.ts";
import styles from "./tabs.module.css";

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  /** Text when it is not just a number: "10,000+". */
  count?: number | string | undefined;
}

export interface TabsProps<Id extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  items: TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
  className?: string;
  panelClassName?: string;
}

/**
 * Tabs over one panel, which stays the same element whichever is selected, so that a list in it keeps its state. The
 * caller stores the selection, preferably in the address.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, selected, onSelect, children, className, panelClassName } = props;
  const panelId = useId();
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
          <Tab
            key={item.id}
            id={item.id}
            className={styles.tab ?? ""}
            // The component gives each tab the id of its own panel.
            render={(tab) =>
              "href" in tab ? (
                <a {...tab}>{tab.children}</a>
              ) : (
                <div {...tab} aria-controls={tab["aria-controls"] && panelId} />
              )
            }
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className={styles.count}>{item.count.toLocaleString()}</span>
            )}
          </Tab>
        ))}
      </TabList>
      <TabPanel
        id={selected}
        className={classNames(styles.panel, panelClassName)}
        render={(panel) => <div {...panel} id={panelId} />}
      >
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
