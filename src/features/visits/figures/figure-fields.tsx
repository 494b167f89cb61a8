import { useEffect, useState } from "react";
import { showDate } from "#room/billing/show-date.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { DateInput } from "#room/features/forms/date-input.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { Select } from "#room/ui/select.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { useNewest } from "#room/ui/use-newest.ts";

/** How long a date has stood when it is taken: until then it may be the beginning of another. */
const restMs = 700;

interface DayFieldsProps {
  readonly from: string;
  readonly to: string;
  readonly onDays: (days: { readonly from: string; readonly to: string }) => void;
}

/** The first and the last day, taken when their typing rests and they are days in order. */
export function DayFields({ from, to, onDays }: DayFieldsProps) {
  const of = `${from} ${to}`;
  const [draft, setDraft] = useState({ of, from, to });
  const text = draft.of === of ? draft : { of, from, to };
  const newest = useNewest(onDays);
  const [first, last] = [calendarDateOf(text.from), calendarDateOf(text.to)];
  const isTurned = first !== undefined && last !== undefined && last < first;
  useEffect(() => {
    if (first === undefined || last === undefined || isTurned || `${first} ${last}` === of) return undefined;
    const timer = setTimeout(() => newest.current({ from: first, to: last }), restMs);
    return () => clearTimeout(timer);
  }, [first, last, isTurned, of, newest]);
  const faultOf = (day: string) => (day === "" ? "Enter a date" : undefined);
  const turned = isTurned ? `Before ${showDate(first)}` : undefined;
  return (
    <>
      <DateInput
        label="From"
        value={text.from}
        error={faultOf(text.from)}
        onDate={(typed) => setDraft({ ...text, from: typed })}
      />
      <DateInput
        label="To"
        value={text.to}
        error={faultOf(text.to) ?? turned}
        onDate={(typed) => setDraft({ ...text, to: typed })}
      />
    </>
  );
}

interface NamedSelectProps {
  readonly kind: "practice" | "provider" | "payer";
  readonly label: string;
  /** The words for no choice. */
  readonly all: string;
  /** The words for having none, which is then a choice: `none`. */
  readonly none?: string | undefined;
  /** Empty: all. */
  readonly value: string;
  /** Offered whether the directory names them or not. */
  readonly seen?: readonly string[];
  readonly onPick: (id: string) => void;
}

/** One of the names of the directory and of what is seen, or all. */
export function NamedSelect({ kind, label, all, none, value, seen = [], onPick }: NamedSelectProps) {
  const names = useNames();
  const entries = names.search(kind, "", { limit: 1000 });
  const listed = new Set(["", "none", ...entries.map(({ id }) => id)]);
  const others = [...new Set([value, ...seen])].filter((id) => !listed.has(id));
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onPick(event.target.value)}
      options={[
        ["", all],
        ...(none === undefined ? [] : [["none", none] as const]),
        ...entries.map(({ id, name }) => [id, name ?? ""] as const),
        ...others.map((id) => [id, names.words(kind, id)] as const),
      ]}
    />
  );
}

interface CodeFieldProps {
  /** Empty: all. */
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** A procedure code, or none; taken when its typing is over. */
export function CodeField({ code, onCode }: CodeFieldProps) {
  const [draft, setDraft] = useState({ of: code, text: code, isWrong: false });
  const { text, isWrong } = draft.of === code ? draft : { text: code, isWrong: false };
  const take = () => {
    const typed = text.trim().toUpperCase();
    const isCode = /^(?:[0-9A-Z]{5})?$/.test(typed);
    setDraft({ of: code, text: typed, isWrong: !isCode });
    if (isCode && typed !== code) onCode(typed);
  };
  return (
    <TextField
      label="Code"
      placeholder="All codes"
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={isWrong ? "Five letters and digits" : undefined}
      onChange={(event) => setDraft({ of: code, text: event.target.value, isWrong: false })}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
      }}
    />
  );
}
