import { Select, TextArea, TextField } from "#room/ui/text-field.tsx";
import type { BulkDeed, DeedKind } from "./bulk-deed.ts";
import type { PutOffChoice } from "./put-off-times.ts";
import { putOffChoices, putOffUntil } from "./put-off-times.ts";

/** What a deed asks for. */
export interface DeedFields {
  readonly to: string;
  readonly putOff: PutOffChoice;
  readonly closeFor: string;
  readonly reason: string;
}

export const closeReasons = [
  "Duplicate visit",
  "Billed elsewhere",
  "Not billable",
  "Left without being seen",
  "Test or training",
] as const;
const other = "Other";

export const noFields: DeedFields = { to: "", putOff: "tomorrow", closeFor: closeReasons[0], reason: "" };

/** Undefined while something is missing. */
export function deedOf(kind: DeedKind, fields: DeedFields, now: Date): BulkDeed | undefined {
  const reason = fields.reason.trim();
  switch (kind) {
    case "assign":
      return fields.to.trim() === "" ? undefined : { kind, to: fields.to.trim() };
    case "snooze": {
      const until = putOffUntil(fields.putOff, now);
      return until === undefined ? { kind } : { kind, until };
    }
    case "close": {
      const said = fields.closeFor === other ? reason : fields.closeFor;
      return said === "" ? undefined : { kind, reason: said };
    }
    case "clear":
      return reason === "" ? undefined : { kind, reason };
    default:
      return { kind };
  }
}

export interface DeedFormProps {
  readonly kind: DeedKind;
  readonly fields: DeedFields;
  readonly onChange: (fields: DeedFields) => void;
  /** It was tried: what is missing is said. */
  readonly isAsked: boolean;
}

/** The fields of a deed; nothing for those that ask for nothing. */
export function DeedForm({ kind, fields, onChange, isAsked }: DeedFormProps) {
  const { to, putOff, closeFor, reason } = fields;
  const isMissing = isAsked && reason.trim() === "";
  switch (kind) {
    case "assign":
      return (
        <TextField
          label="User name"
          hint="The visits become theirs, as if they had taken them."
          value={to}
          error={isAsked && to.trim() === "" ? "Say who gets them." : undefined}
          onChange={(event) => onChange({ ...fields, to: event.target.value })}
        />
      );
    case "snooze":
      return (
        <Select
          label="How long"
          hint="A new event brings a visit back before that."
          value={putOff}
          onChange={({ target }) =>
            onChange({ ...fields, putOff: putOffChoices.find(({ id }) => id === target.value)?.id ?? putOff })
          }
        >
          {putOffChoices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      );
    case "close":
      return (
        <>
          <Select
            label="Reason"
            hint="No invoice is created. A new event reopens the visit."
            value={closeFor}
            onChange={(event) => onChange({ ...fields, closeFor: event.target.value })}
          >
            {[...closeReasons, other].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
          {closeFor === other ? (
            <TextField
              label="Other reason"
              value={reason}
              maxLength={1000}
              error={isMissing ? "Say why it isn’t charged." : undefined}
              onChange={(event) => onChange({ ...fields, reason: event.target.value })}
            />
          ) : null}
        </>
      );
    case "clear":
      return (
        <TextArea
          label="Reason"
          hint="Sent with each visit, in its rules log."
          value={reason}
          error={isMissing ? "Say why they can be charged." : undefined}
          onChange={(event) => onChange({ ...fields, reason: event.target.value })}
        />
      );
    default:
      return null;
  }
}
