import { useWatch, type UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
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

const missing: Partial<Record<DeedKind, { readonly field: keyof DeedFields; readonly message: string }>> = {
  assign: { field: "to", message: "Say who gets them." },
  close: { field: "reason", message: "Say why it isn’t charged." },
  clear: { field: "reason", message: "Say why they can be charged." },
};

/** What is typed, complete for this deed. */
export function deedForm(kind: DeedKind) {
  const fields = z.object({
    to: z.string(),
    putOff: z.enum(putOffChoices.map(({ id }) => id)),
    closeFor: z.string(),
    reason: z.string(),
  });
  return fields.check(({ value, issues }) => {
    const lacks = deedOf(kind, value, new Date()) === undefined ? missing[kind] : undefined;
    if (lacks) issues.push({ code: "custom", input: value, path: [lacks.field], message: lacks.message });
  });
}

export interface DeedFormProps {
  readonly kind: DeedKind;
  readonly form: UseFormReturn<DeedFields>;
}

/** The fields of a deed; nothing for those that ask for nothing. */
export function DeedForm({ kind, form }: DeedFormProps) {
  const { register, formState, control } = form;
  const isOther = useWatch({ control, name: "closeFor" }) === other;
  const field = (name: keyof DeedFields) => ({ error: formState.errors[name]?.message, ...register(name) });
  switch (kind) {
    case "assign":
      return (
        <TextField
          label="User name"
          hint="The visits become theirs, as if they had taken them."
          {...field("to")}
        />
      );
    case "snooze":
      return (
        <Select label="How long" hint="A new event brings a visit back before that." {...field("putOff")}>
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
            {...field("closeFor")}
          >
            {[...closeReasons, other].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
          {isOther ? <TextField label="Other reason" maxLength={1000} {...field("reason")} /> : null}
        </>
      );
    case "clear":
      return <TextArea label="Reason" hint="Sent with each visit, in its rules log." {...field("reason")} />;
    default:
      return null;
  }
}
