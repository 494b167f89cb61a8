import { type ReactNode, useRef } from "react";
import {
  Button as AriaButton,
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Popover,
  type Placement,
} from "react-aria-components";
import { buttonClass, type ButtonLook, type ButtonSize } from "./button-class.ts";
import { classNames } from "./class-names.ts";
import { CheckIcon } from "./icons.tsx";
import { ChevronDownIcon } from "./page-icons.tsx";
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

export interface MenuProps {
  label: string;
  children?: ReactNode;
  sections: MenuSection[];
  look?: ButtonLook;
  size?: ButtonSize;
  placement?: Placement;
  isIconOnly?: boolean;
  className?: string;
  /** What has the focus after a choice, from the next key on. Otherwise, and after Escape, the button has it. */
  next?: () => { focus(): void } | null | undefined;
}

export function Menu(props: MenuProps) {
  const { label, children, sections, look, size, placement = "bottom end", isIconOnly, className } = props;
  const hasChosen = useRef(false);
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) hasChosen.current = false;
    // In the same task, once the menu is closed: it gives the focus back later, and only if nothing else has it.
    else if (hasChosen.current) queueMicrotask(() => props.next?.()?.focus());
  };
  return (
    <MenuTrigger onOpenChange={onOpenChange}>
      <AriaButton aria-label={label} className={className ?? buttonClass(look, size)}>
        {children ?? label}
        {children || isIconOnly ? null : <ChevronDownIcon size={12} />}
      </AriaButton>
      <Popover placement={placement} offset={4} className={styles.popover ?? ""}>
        <AriaMenu aria-label={label} className={styles.menu ?? ""}>
          {sections.map((section, index) => (
            <MenuPart
              key={section.title ?? index}
              section={section}
              onChosen={() => (hasChosen.current = true)}
            />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
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
          {item.detail ? <span className={styles.detail}>{item.detail}</span> : null}
        </AriaMenuItem>
      ))}
    </AriaMenuSection>
  );
}
