import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";
import { AlertIcon } from "./icons.tsx";

/** What every labeled field has: its label, and below it a hint, an error or a warning. */
export interface FieldFrameProps {
  label: ReactNode;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  warning?: string | undefined;
  size?: "normal" | "large";
  className?: string;
}

export type FieldIds = ReturnType<typeof fieldIds>;

export function fieldIds(id: string) {
  return { id, hint: `${id}-hint`, message: `${id}-message` };
}

/** The ARIA attributes that tie the control to its hint and error. */
export function describedBy(ids: FieldIds, frame: Pick<FieldFrameProps, "hint" | "error" | "warning">) {
  const about = classNames(frame.hint ? ids.hint : null, frame.error || frame.warning ? ids.message : null);
  return { "aria-describedby": about || undefined, "aria-invalid": frame.error ? true : undefined };
}

export function FieldFrame(props: FieldFrameProps & { ids: FieldIds; children: ReactNode }) {
  const { ids, label, isLabelHidden, hint, error, warning, size, className, children } = props;
  return (
    <div className={classNames(styles.field, size === "large" && styles.large, className)}>
      <label htmlFor={ids.id} className={isLabelHidden ? "visually-hidden" : styles.label}>
        {label}
      </label>
      <div className={classNames(styles.box, error && styles.invalid, !error && warning && styles.warned)}>
        {children}
      </div>
      {hint ? (
        <div id={ids.hint} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      {error || warning ? (
        <div id={ids.message} className={error ? styles.error : styles.warning}>
          <AlertIcon size={12} />
          <span>{error ?? warning}</span>
        </div>
      ) : null}
    </div>
  );
}
