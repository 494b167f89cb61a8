import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";
import { AlertIcon } from "./icons.tsx";

/** What every labeled field has: its label, and below it a hint, an error or a warning. */
export interface FieldFrameProps {
  label: ReactNode;
  isLabelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  warning?: string | undefined;
  size?: "normal" | "large" | undefined;
  className?: string | undefined;
}

/** What is said around a control, and its own props. */
export function partsOf<P extends FieldFrameProps>(props: P) {
  const { label, isLabelHidden, hint, error, warning, size, className, ...control } = props;
  return [{ label, isLabelHidden, hint, error, warning, size, className }, control] as const;
}

interface FrameProps extends FieldFrameProps {
  id: string | undefined;
  /** Given what ties the control to its label, hint and error. */
  children(
    own: Pick<ComponentProps<"input">, "id" | "className" | `aria-${"describedby" | "invalid"}`>,
  ): ReactNode;
}

export function FieldFrame(props: FrameProps) {
  const { label, isLabelHidden, hint, error, warning, size, className, children } = props;
  const made = useId();
  const id = props.id ?? made;
  const about = classNames(hint ? `${id}-hint` : null, error || warning ? `${id}-message` : null);
  return (
    <div className={classNames(styles.field, size === "large" && styles.large, className)}>
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : styles.label}>
        {label}
      </label>
      <div className={classNames(styles.box, error && styles.invalid, !error && warning && styles.warned)}>
        {children({
          id,
          className: styles.input,
          "aria-describedby": about || undefined,
          "aria-invalid": error ? true : undefined,
        })}
      </div>
      {hint ? (
        <div id={`${id}-hint`} className={`quiet small ${styles.hint}`}>
          {hint}
        </div>
      ) : null}
      {error || warning ? (
        <div id={`${id}-message`} className={error ? styles.error : styles.warning}>
          <AlertIcon size={12} />
          <span>{error ?? warning}</span>
        </div>
      ) : null}
    </div>
  );
}

export interface TextFieldProps extends Omit<ComponentProps<"input">, "size" | "className">, FieldFrameProps {
  before?: ReactNode;
  after?: ReactNode;
}

/** Of a name or an address: nothing is completed, corrected or put in capitals. */
export const asTyped = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function TextField({ before, after, ...props }: TextFieldProps) {
  const [frame, input] = partsOf(props);
  return (
    <FieldFrame {...frame} id={input.id}>
      {(own) => (
        <>
          {before ? <span className={styles.aside}>{before}</span> : null}
          <input {...input} {...own} />
          {after ? <span className={classNames(styles.aside, styles.asideEnd)}>{after}</span> : null}
        </>
      )}
    </FieldFrame>
  );
}

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "className">, FieldFrameProps {}

export function TextArea(props: TextAreaProps) {
  const [frame, input] = partsOf(props);
  return (
    <FieldFrame {...frame} id={input.id}>
      {(own) => <textarea {...input} {...own} />}
    </FieldFrame>
  );
}
