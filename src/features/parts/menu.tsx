import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { buttonClass, type ButtonLook, type ButtonSize } from "#room/ui/button-class.ts";
import type { MenuListProps, MenuSection, MenuStart } from "#room/ui/menu-list.tsx";
import { ChevronDownIcon } from "#room/ui/page-icons.tsx";
import { lateDialog } from "./late-dialog.tsx";

export type { MenuItem, MenuSection } from "#room/ui/menu-list.tsx";

const MenuList = lateDialog(async () => (await import("#room/ui/menu-list.tsx")).MenuList);

interface MenuProps {
  label: string;
  children?: ReactNode;
  sections: MenuSection[];
  look?: ButtonLook;
  size?: ButtonSize;
  placement?: MenuListProps["placement"];
  isIconOnly?: boolean;
  className?: string;
  /** What has the focus after a choice, from the next key on. Otherwise, and after Escape, the button has it. */
  next?: () => { focus(): void } | null | undefined;
}

/** One of several, as a section of a menu. */
export function choice<T>(
  title: string,
  options: readonly (readonly [value: T, label: string, detail?: string])[],
  chosen: T | undefined,
  choose: (value: T) => void,
): MenuSection {
  const items = options.map(([value, label, detail]) => ({
    id: `${title} ${label}`,
    label,
    ...(detail !== undefined && { detail }),
    isChecked: value === chosen,
    run: () => choose(value),
  }));
  return { title, selection: "single", items };
}

const startByKey: Readonly<Record<string, MenuStart>> = { ArrowDown: "first", ArrowUp: "last" };

export function Menu(props: MenuProps) {
  const { label, children, sections, look, size, placement = "bottom end", isIconOnly, className } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<MenuStart>();
  const hasChosen = useRef(false);
  const open = (at: MenuStart) => {
    hasChosen.current = false;
    // Some browsers do not focus a button that is clicked.
    button.current?.focus();
    setStart(at);
  };
  const close = () => {
    setStart(undefined);
    // In the same task, once the menu is closed: it gives the focus back later, and only if nothing else has it.
    if (hasChosen.current) queueMicrotask(() => props.next?.()?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = startByKey[event.key];
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open(at);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={start !== undefined}
        className={className ?? buttonClass(look, size)}
        // Without a pointer: by a key, or by assistive technology.
        onClick={({ detail }) => open(detail === 0 ? "first" : true)}
        onKeyDown={onKeyDown}
      >
        {children ?? label}
        {children || isIconOnly ? null : <ChevronDownIcon size={12} />}
      </button>
      {start === undefined ? null : (
        <MenuList
          {...{ label, sections, placement, button, start }}
          onClose={close}
          onChosen={() => (hasChosen.current = true)}
        />
      )}
    </>
  );
}
