import { useState } from "react";
import { atTime, dayAndTime, showTime, timeFault } from "#room/billing/time-of-day.ts";
import { dateOfServicePath, usualText } from "#room/features/visits/editor/draft/usual-text.ts";
import { useEditor, useText } from "#room/features/visits/editor/session/editor-context.ts";
import { TextField } from "#room/ui/text-field.tsx";

const place = { path: dateOfServicePath } as const;

interface Typing {
  readonly typed: string;
  /** The date and time it was typed into, and what that gave: of another one it is not shown. */
  readonly before: string;
  readonly after: string;
}

/** The time of service, part of the date's text: every key changes that, so the screen is never ahead of the draft. */
export function TimeField() {
  const { visit, findings } = useEditor();
  const text = useText(place);
  const [last, setTyping] = useState<Typing>();
  const typing = last?.after === text ? last : undefined;
  const { time, isUnread } = dayAndTime(text) ?? {};
  // Tab goes on before the date that was just typed takes its usual form.
  const canFollow = dayAndTime(usualText(visit, place, text)) !== undefined;
  const type = (typed: string) => {
    const before = typing?.before ?? text;
    const after = atTime(before, typed);
    // Half a time is not reported before it is whole.
    findings.seek(place);
    visit.type(place, after, "Time of service");
    setTyping({ typed, before, after });
  };
  const settle = () => {
    if (!last) return;
    findings.seek(undefined);
    visit.seal();
    setTyping(undefined);
  };
  return (
    <TextField
      label="Time"
      autoComplete="off"
      spellCheck={false}
      placeholder={canFollow ? "HH:MM AM" : undefined}
      // Not disabled: Tab would pass it, and what is typed for it would go to the boxes behind.
      readOnly={!canFollow}
      hint={canFollow ? undefined : "Correct the date first."}
      value={typing?.typed ?? showTime(text)}
      error={isUnread && !typing ? timeFault(time ?? "") : undefined}
      data-fault-of={isUnread ? place.path : undefined}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
        if (event.key === "Escape" && typing && visit.takeBack(place)) settle();
      }}
    />
  );
}
