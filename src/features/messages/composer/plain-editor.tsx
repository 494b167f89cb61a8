import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef } from "react";
import {
  apart,
  endsSpace,
  type TextPlace,
  type WritingField,
} from "#room/features/messages/rich/writing-field.ts";
import styles from "./composer.module.css";

export interface PlainEditorProps {
  ref: Ref<WritingField>;
  value: string;
  error: string | undefined;
  startsHere: boolean;
  onChange(text: string): void;
}

/** `putIn` receives where the words end that were put in with a space of their own. */
export function plainPlace(field: HTMLTextAreaElement, putIn: { current: number }): TextPlace {
  const { selectionStart, selectionEnd, value } = field;
  const returnTo = () => {
    field.focus();
    field.setSelectionRange(selectionStart, selectionEnd);
  };
  return {
    selected: value.slice(selectionStart, selectionEnd),
    returnTo,
    insert(words) {
      returnTo();
      const text = apart(words, value.slice(0, selectionStart), value.slice(selectionEnd));
      // The only way into a plain field that its own Undo knows.
      document.execCommand("insertText", false, text);
      putIn.current = text.endsWith(" ") ? field.selectionEnd : -1;
    },
    write(lines) {
      returnTo();
      const isBelow = /[^\n]$/.test(value.slice(0, selectionStart));
      document.execCommand("insertText", false, isBelow ? `\n\n${lines}` : lines);
    },
  };
}

export function PlainEditor({ ref, value, error, startsHere, onChange }: PlainEditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const putIn = useRef(-1);
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => {
    const end = putIn.current;
    putIn.current = -1;
    const isThere = currentTarget.selectionStart === end && currentTarget.selectionEnd === end;
    if (isThere && endsSpace.test(key)) currentTarget.setSelectionRange(end - 1, end);
  };
  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      place: () => (field.current ? plainPlace(field.current, putIn) : undefined),
    }),
    [],
  );
  return (
    <div className="column">
      <textarea
        ref={field}
        aria-label="Message"
        // What a person opens to write in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={startsHere}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        className={styles.plainText}
        placeholder="Write your message"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {error === undefined ? null : (
        <p id={id} className="bad small">
          {error}
        </p>
      )}
    </div>
  );
}
