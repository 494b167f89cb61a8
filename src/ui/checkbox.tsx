import type { ComponentProps, ReactNode } from "react";
import styles from "./field.module.css";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  label: ReactNode;
  /** Hides the label except for screen readers, as in the first column of a table. */
  isLabelHidden?: boolean;
  /** Some of what the box represents is on, some off. */
  isMixed?: boolean;
}

export function Checkbox({ label, isLabelHidden, isMixed = false, ref, ...input }: CheckboxProps) {
  const take = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isMixed;
    if (typeof ref === "function") return ref(box);
    if (ref) ref.current = box;
    return undefined;
  };
  return (
    <label className={styles.check}>
      <input {...input} ref={take} type="checkbox" />
      <span className={isLabelHidden ? "visually-hidden" : undefined}>{label}</span>
    </label>
  );
}
