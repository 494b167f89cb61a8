import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { describedBy, FieldFrame, fieldIds, type FieldFrameProps } from "./field-frame.tsx";
import styles from "./field.module.css";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "size" | "className">, FieldFrameProps {
  before?: ReactNode;
  after?: ReactNode;
}

/** Of a name or an address: nothing is completed, corrected or put in capitals. */
export const asTyped = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, hint, error, warning, size, className, before, after, id, ...input } = props;
  const ids = fieldIds(useOwnId(id));
  return (
    <FieldFrame
      {...{ ids, label, hint, error, warning }}
      {...frameExtras({ isLabelHidden, size, className })}
    >
      {before ? <span className={styles.aside}>{before}</span> : null}
      <input
        {...input}
        id={ids.id}
        className={styles.input}
        {...describedBy(ids, { hint, error, warning })}
      />
      {after ? <span className={classNames(styles.aside, styles.asideEnd)}>{after}</span> : null}
    </FieldFrame>
  );
}

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "className">, FieldFrameProps {}

export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, hint, error, warning, size, className, id, ...input } = props;
  const ids = fieldIds(useOwnId(id));
  return (
    <FieldFrame
      {...{ ids, label, hint, error, warning }}
      {...frameExtras({ isLabelHidden, size, className })}
    >
      <textarea
        {...input}
        id={ids.id}
        className={styles.input}
        {...describedBy(ids, { hint, error, warning })}
      />
    </FieldFrame>
  );
}

export interface SelectProps extends Omit<ComponentProps<"select">, "size" | "className">, FieldFrameProps {}

export function Select(props: SelectProps) {
  const { label, isLabelHidden, hint, error, warning, size, className, id, children, ...input } = props;
  const ids = fieldIds(useOwnId(id));
  return (
    <FieldFrame
      {...{ ids, label, hint, error, warning }}
      {...frameExtras({ isLabelHidden, size, className })}
    >
      <select {...input} id={ids.id} className={styles.input} {...describedBy(ids, { hint, error, warning })}>
        {children}
      </select>
    </FieldFrame>
  );
}

function useOwnId(given: string | undefined): string {
  const made = useId();
  return given ?? made;
}

type Extras = { [K in "isLabelHidden" | "size" | "className"]?: FieldFrameProps[K] | undefined };

function frameExtras({ isLabelHidden, size, className }: Extras) {
  return {
    ...(isLabelHidden ? { isLabelHidden } : {}),
    ...(size ? { size } : {}),
    ...(className ? { className } : {}),
  };
}
