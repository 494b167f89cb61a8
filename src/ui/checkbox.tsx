import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import styles from "./field.module.css";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "className" | "ref"> {
  label: ReactNode;
  /** Keeps the label for screen readers only, as in the first column of a table. */
  isLabelHidden?: boolean;
  /** Some of what the box stands for are on, some off. */
  isMixed?: boolean;
}

export function Checkbox({ label, isLabelHidden, isMixed = false, ...input }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={styles.check}>
      <input {...input} ref={ref} type="checkbox" />
      <span className={isLabelHidden ? "visually-hidden" : undefined}>{label}</span>
    </label>
  );
}
