import { useEffect, useState } from "react";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { DateInput } from "#room/features/forms/date-input.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { Select } from "#room/ui/text-field.tsx";
import { useNewest } from "#room/ui/use-newest.ts";

/** How long a date has stood when it is taken: until then it may be the beginning of another. */
const restMs = 700;

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onDay: (date: string) => void;
}

/** A day that is taken when its typing rests. */
export function DayField({ label, value, onDay }: DayFieldProps) {
  const [draft, setDraft] = useState({ of: value, text: value });
  const text = draft.of === value ? draft.text : value;
  const newest = useNewest(onDay);
  useEffect(() => {
    const date = calendarDateOf(text);
    if (date === undefined || date === value) return undefined;
    const timer = setTimeout(() => newest.current(date), restMs);
    return () => clearTimeout(timer);
  }, [text, value, newest]);
  return <DateInput label={label} value={text} onDate={(typed) => setDraft({ of: value, text: typed })} />;
}

interface NamedSelectProps {
  readonly kind: "practice" | "provider" | "payer";
  readonly label: string;
  /** The words for no choice. */
  readonly all: string;
  /** Empty: all. */
  readonly value: string;
  readonly onPick: (id: string) => void;
}

/** One of the names of the directory, or all. */
export function NamedSelect({ kind, label, all, value, onPick }: NamedSelectProps) {
  const names = useNames();
  const entries = names.search(kind, "", { limit: 1000 });
  const isListed = value === "" || entries.some(({ id }) => id === value);
  return (
    <Select label={label} value={value} onChange={(event) => onPick(event.target.value)}>
      <option value="">{all}</option>
      {isListed ? null : <option value={value}>{names.words(kind, value)}</option>}
      {entries.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
