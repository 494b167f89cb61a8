import type { ComponentProps, ReactNode } from "react";
import { buttonClass, type ButtonLook, type ButtonSize } from "./button-class.ts";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";
import { Kbd } from "./kbd.tsx";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows work in progress. The button keeps its place and focus, and ignores presses. */
  isBusy?: boolean;
  keys?: string;
}

export function Button(props: ButtonProps) {
  const {
    look,
    size,
    icon,
    isBusy = false,
    keys,
    className,
    children,
    onClick,
    type = "button",
    ...rest
  } = props;
  return (
    <button
      {...rest}
      type={isBusy ? "button" : type}
      aria-disabled={isBusy || rest["aria-disabled"]}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass(look, size), className)}
      onClick={(event) => {
        if (isBusy || rest["aria-disabled"] === true) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <Spinner /> : icon ? <span className={styles.icon}>{icon}</span> : null}
      {children}
      {keys ? <Kbd keys={keys} /> : null}
    </button>
  );
}
