import { type Ref, useState } from "react";
import { todayHere } from "#room/api/today-here.ts";
import { readDay } from "#room/billing/read-day.ts";
import { showDate } from "#room/billing/show-date.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { TextField, type TextFieldProps } from "#room/ui/text-field.tsx";
import { PickDate } from "./pick-date.tsx";

export interface DateInputProps extends Pick<
  TextFieldProps,
  "label" | "hint" | "error" | "name" | "className"
> {
  /** `yyyy-MM-dd`; text that cannot be read stays as typed. */
  readonly value: string;
  readonly onDate: (value: string) => void;
  readonly onLeft?: () => void;
  /** Which day is meant by one without a year. */
  readonly meant?: "past" | "future";
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A date as people type it (11/22/2026, 11/22, 11-22-26, today), or picked from the browser's calendar. Read when the
 * field is left or by Enter; what cannot be read stays, and the field says what is wrong.
 */
export function DateInput({ value, onDate, onLeft, meant = "past", error, ...field }: DateInputProps) {
  const [typed, setTyped] = useState<string>();
  const read = (text: string) => readDay(text, todayHere(), meant);
  const settle = () => {
    if (typed === undefined) return;
    const text = typed.trim();
    onDate(text === "" ? "" : (read(text).date ?? text));
    setTyped(undefined);
  };
  const isUnread = typed === undefined && value !== "" && calendarDateOf(value) === undefined;
  return (
    <TextField
      placeholder="MM/DD/YYYY"
      autoComplete="off"
      spellCheck={false}
      {...field}
      error={(isUnread ? read(value).fault : undefined) ?? error}
      value={typed ?? showDate(value)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        settle();
        onLeft?.();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
      after={
        <PickDate
          day={calendarDateOf(value)}
          onPick={(day) => {
            setTyped(undefined);
            onDate(day);
          }}
        />
      }
    />
  );
}
