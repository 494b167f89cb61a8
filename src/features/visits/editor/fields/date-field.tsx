import { isMoreThanShown, partsOf } from "#room/billing/date-and-time.ts";
import { fieldName } from "#room/billing/field-names.ts";
import { PickDate } from "#room/features/forms/pick-date.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { TextField, type TextFieldProps } from "#room/ui/text-field.tsx";
import { dateOfServicePath, timeOfServicePath } from "#room/features/visits/editor/draft/field-ref.ts";
import { writeCell } from "#room/features/visits/editor/draft/write-cell.ts";
import { useEditor, useText } from "#room/features/visits/editor/session/editor-context.ts";
import { useFieldFault, useVisitField, type VisitField } from "./use-visit-field.ts";
import styles from "#room/features/visits/editor/editor.module.css";

const label = fieldName("createdOn");
const place = { path: dateOfServicePath } as const;

interface PartFieldProps extends TextFieldProps {
  readonly path: VisitField;
}

/** One of the two fields that the text of the date of service has. */
function PartField({ path, ...field }: PartFieldProps) {
  const session = useEditor();
  return (
    <TextField
      {...useVisitField(path)}
      {...field}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={(event) => {
        if (event.key === "Escape") session.takeBack({ path });
      }}
    />
  );
}

/**
 * The date of service: typed in the usual formats or picked from the browser's calendar. Stored and sent in wire
 * format; if that holds more than the day and the time, the exact text is shown below.
 */
export function DateField() {
  const { visit } = useEditor();
  const names = useNames();
  const text = useText(place);
  const { day, isTimeUnread } = partsOf(text);
  const fault = useFieldFault(place.path);
  const areFeesUnknown = day === undefined && !names.fees.isEmpty && (fault.error ?? fault.warning);
  return (
    <PartField
      path={place.path}
      {...fault}
      label={label}
      placeholder="MM/DD/YYYY"
      title={day === undefined || isTimeUnread ? undefined : text}
      hint={
        isMoreThanShown(text) ? (
          <span className={styles.exact}>Sent as {text}</span>
        ) : areFeesUnknown ? (
          "Fees are unknown without a date. Amounts stay."
        ) : undefined
      }
      after={<PickDate day={day} onPick={(next) => writeCell(visit, place, next, label)} />}
    />
  );
}

/** The time of service, whatever the date is. */
export function TimeField() {
  const fault = useFieldFault(timeOfServicePath);
  return <PartField path={timeOfServicePath} {...fault} label="Time" placeholder="HH:MM AM" />;
}
