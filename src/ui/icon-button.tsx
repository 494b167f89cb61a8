import type { ComponentProps, ReactNode } from "react";
import { buttonClass, type ButtonLook, type ButtonSize } from "./button-class.ts";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label" | "title"> {
  /** The accessible name, also shown in the tooltip. */
  label: string;
  icon: ReactNode;
  look?: ButtonLook;
  size?: ButtonSize;
  /** The shortcut, shown in the tooltip. */
  keys?: string;
}

/** A button that shows only an icon; its name is in the tooltip. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, look = "quiet", size, keys, className, type = "button", ...rest } = props;
  return (
    <Tooltip text={label} {...(keys ? { keys } : {})}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={classNames(buttonClass(look, size), styles.iconOnly, className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
