import { fieldName } from "#room/billing/field-names.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import { dayAndTime, isMoreThanShown } from "#room/billing/time-of-day.ts";
import { PickDate } from "#room/features/forms/pick-date.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { dateOfServicePath } from "#room/features/visits/editor/draft/usual-text.ts";
import { writeCell } from "#room/features/visits/editor/draft/write-cell.ts";
import { useEditor, useText } from "#room/features/visits/editor/session/editor-context.ts";
import { useFieldFault, useVisitField } from "./use-visit-field.ts";
import styles from "#room/features/visits/editor/editor.module.css";

const label = fieldName("createdOn");
const place = { path: dateOfServicePath } as const;

/**
 * The date of service: typed in the usual formats or picked from the browser's calendar. Stored and sent in wire
 * format; if that holds more than the day and the time, the exact text is shown below.
 */
export function DateField() {
  const { visit } = useEditor();
  const text = useText(place);
  const day = dayOfService(text);
  const isTimeUnread = dayAndTime(text)?.isUnread === true;
  const fault = useFieldFault(place.path);
  return (
    <TextField
      {...useVisitField(place.path)}
      {...(isTimeUnread ? {} : fault)}
      label={label}
      placeholder="MM/DD/YYYY"
      title={text}
      hint={
        isMoreThanShown(text) && !isTimeUnread ? (
          <span className={styles.exact}>Sent as {text}</span>
        ) : undefined
      }
      autoComplete="off"
      spellCheck={false}
      after={<PickDate day={day} onPick={(next) => writeCell(visit, place, next, label)} />}
    />
  );
}
