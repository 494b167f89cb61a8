import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Popover,
  type Placement,
} from "react-aria-components";
import type { ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";
import { CheckIcon } from "./icons.tsx";
import { Kbd } from "./kbd.tsx";
import styles from "./menu.module.css";

export interface MenuItem {
  id: string;
  label: string;
  detail?: string;
  icon?: ReactNode;
  keys?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** For items that can be on or off; shows the check mark. */
  isChecked?: boolean;
  run: () => void;
}

export interface MenuSection {
  title?: string;
  /** "single" for one choice (theme), "multiple" for switches; none for actions. */
  selection?: "single" | "multiple";
  items: MenuItem[];
}

export type MenuStart = "first" | "last" | true;

export interface MenuListProps {
  readonly label: string;
  readonly sections: readonly MenuSection[];
  readonly placement: Placement;
  readonly button: RefObject<HTMLButtonElement | null>;
  /** The item that takes the focus; true for the menu itself. */
  readonly start: MenuStart;
  readonly onClose: () => void;
  readonly onChosen: () => void;
}

/** What a menu's button opens. */
export function MenuList({ label, sections, placement, button, start, onClose, onChosen }: MenuListProps) {
  return (
    <Popover
      trigger="MenuTrigger"
      triggerRef={button}
      isOpen
      onOpenChange={onClose}
      placement={placement}
      offset={4}
      aria-label={label}
      className={styles.popover ?? ""}
    >
      {/* What a menu does with the focus when it is opened. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <AriaMenu aria-label={label} autoFocus={start} onClose={onClose} className={styles.menu ?? ""}>
        {sections.map((section, index) => (
          <MenuPart key={section.title ?? index} section={section} onChosen={onChosen} />
        ))}
      </AriaMenu>
    </Popover>
  );
}

function MenuPart({ section, onChosen }: { section: MenuSection; onChosen(): void }) {
  const { title, selection, items } = section;
  return (
    <AriaMenuSection
      className={styles.section ?? ""}
      aria-label={title ?? "Actions"}
      {...(selection ? { selectionMode: selection } : {})}
      selectedKeys={items.filter((item) => item.isChecked).map((item) => item.id)}
    >
      {title ? <Header className={styles.heading ?? ""}>{title}</Header> : null}
      {items.map((item) => (
        <AriaMenuItem
          key={item.id}
          id={item.id}
          textValue={item.label}
          isDisabled={item.isDisabled ?? false}
          onAction={() => {
            onChosen();
            item.run();
          }}
          className={classNames(styles.item, item.isDanger && styles.danger)}
        >
          <span className={styles.mark}>{item.isChecked ? <CheckIcon size={14} /> : item.icon}</span>
          <span>{item.label}</span>
          {item.keys ? <Kbd keys={item.keys} /> : <span />}
          {item.detail ? <span className={`quiet small ${styles.detail}`}>{item.detail}</span> : null}
        </AriaMenuItem>
      ))}
    </AriaMenuSection>
  );
}
