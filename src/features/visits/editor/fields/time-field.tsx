import { useState } from "react";
import { useWatch } from "react-hook-form";
import { atTime, readTime, showTime } from "#room/billing/time-of-day.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { dateOfServicePath } from "#room/features/visits/editor/draft/usual-text.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { TextField } from "#room/ui/text-field.tsx";

const place = { path: dateOfServicePath } as const;

/** The time of service, part of the date's text: changed only when the user changes it. */
export function TimeField() {
  const { visit, form } = useEditor();
  const text = useWatch({ control: form.control, name: place.path });
  const [typed, setTyped] = useState<string>();
  const hasDay = calendarDateOf(text) !== undefined;
  const fault =
    typed === undefined || typed.trim() === "" || readTime(typed) !== undefined
      ? undefined
      : "Can’t read this time. Use 9:15 AM.";
  const leave = () => {
    if (typed === undefined || fault !== undefined) return;
    const time = typed.trim() === "" ? "" : (readTime(typed) ?? "");
    const next = atTime(text, time);
    if (next !== text && typed !== showTime(text)) visit.set(place, next, "Time of service");
    setTyped(undefined);
  };
  return (
    <TextField
      label="Time"
      autoComplete="off"
      spellCheck={false}
      placeholder="9:15 AM"
      disabled={!hasDay}
      value={typed ?? showTime(text)}
      error={fault}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
        if (event.key === "Escape" && typed !== undefined) setTyped(undefined);
      }}
    />
  );
}
