import type { ComponentProps, ReactNode } from "react";
import { buttonClass, type ButtonSize } from "./button-class.ts";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label" | "title"> {
  label: string;
  icon: ReactNode;
  size?: ButtonSize;
  keys?: string;
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, size, keys, className, type = "button", ...rest } = props;
  return (
    <Tooltip text={label} keys={keys}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={classNames(buttonClass("quiet", size), styles.iconOnly, className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
