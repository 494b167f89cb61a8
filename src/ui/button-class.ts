import { classNames } from "./class-names.ts";
import styles from "./button.module.css";

export type ButtonLook = "plain" | "primary" | "quiet" | "danger";
export type ButtonSize = "small" | "normal" | "large";

/** A button's look for something other than a `<button>`: a link that starts something, a menu's trigger. */
export function buttonClass(look: ButtonLook = "plain", size: ButtonSize = "normal"): string {
  return classNames(
    styles.button,
    look === "primary" && styles.primary,
    look === "quiet" && styles.quiet,
    look === "danger" && styles.danger,
    size === "small" && styles.small,
    size === "large" && styles.large,
  );
}
