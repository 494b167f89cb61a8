import { type Ref, useState } from "react";
import { clinicToday } from "#room/api/clinic-today.ts";
import { readDay } from "#room/billing/read-day.ts";
import { showDate } from "#room/billing/show-date.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { afterPress } from "#room/ui/after-press.ts";
import { TextField, type TextFieldProps } from "#room/ui/text-field.tsx";
import { PickDate } from "./pick-date.tsx";

export interface DateInputProps extends Pick<
  TextFieldProps,
  "label" | "hint" | "error" | "name" | "className"
> {
  /** `yyyy-MM-dd`; text that cannot be read stays as typed. */
  readonly value: string;
  /** Called at each key, so that the value is never older than what the field shows. */
  readonly onDate: (value: string) => void;
  /** Which day is meant by one without a year. */
  readonly meant?: "past" | "future";
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A date as people type it (11/22/2026, 11/22, 11-22-26, today), or picked from the browser's calendar. Shown in full
 * when the field is left or by Enter; what cannot be read stays, and the field says what is wrong.
 */
export function DateInput({ value, onDate, meant = "past", error, ...field }: DateInputProps) {
  /** What is being typed, and the value it gave: text of another value is not shown. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string }>();
  const read = (text: string) => readDay(text, clinicToday(), meant);
  const type = (text: string) => {
    const plain = text.trim();
    const next = plain === "" ? "" : (read(plain).date ?? plain);
    setTyped({ text, value: next });
    onDate(next);
  };
  const isTyping = typed?.value === value;
  const isUnread = value !== "" && calendarDateOf(value) === undefined;
  return (
    <TextField
      placeholder="MM/DD/YYYY"
      autoComplete="off"
      spellCheck={false}
      {...field}
      error={isUnread ? (isTyping ? undefined : read(value).fault) : error}
      value={isTyping ? typed.text : showDate(value)}
      onChange={(event) => type(event.target.value)}
      onBlur={() => afterPress(() => setTyped(undefined))}
      onKeyDown={(event) => {
        if (event.key === "Enter") setTyped(undefined);
      }}
      after={<PickDate day={calendarDateOf(value)} onPick={onDate} />}
    />
  );
}
