import { useWatch, type UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { atMostFault } from "#room/features/forms/form-resolver.ts";
import { Select } from "#room/ui/select.tsx";
import { TextArea, TextField } from "#room/ui/text-field.tsx";
import { AssigneeField } from "./assignee-field.tsx";
import type { BulkAction, BulkActionKind } from "./bulk-action.ts";
import { type SnoozeChoice, snoozeChoices, snoozeChoicesAt, snoozeUntil } from "./snooze-times.ts";

export interface BulkActionFields {
  readonly to: string;
  readonly snoozeFor: SnoozeChoice;
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
const longestReason = 1000;

export const noFields: BulkActionFields = {
  to: "",
  snoozeFor: "tomorrow",
  closeFor: closeReasons[0],
  reason: "",
};

/** Undefined while an input is missing. */
export function bulkActionOf(
  kind: BulkActionKind,
  fields: BulkActionFields,
  now: Date,
): BulkAction | undefined {
  const reason = fields.reason.trim();
  switch (kind) {
    case "assign":
      return fields.to.trim() === "" ? undefined : { kind, to: fields.to.trim() };
    case "snooze": {
      const until = snoozeUntil(fields.snoozeFor, now);
      return until === undefined ? { kind } : { kind, until };
    }
    case "close": {
      const reasonGiven = fields.closeFor === other ? reason : fields.closeFor;
      return reasonGiven === "" ? undefined : { kind, reason: reasonGiven };
    }
    case "clear":
      return reason === "" ? undefined : { kind, reason, accepted: new Map() };
    default:
      return { kind };
  }
}

const missing: Partial<
  Record<BulkActionKind, { readonly field: keyof BulkActionFields; readonly message: string }>
> = {
  assign: { field: "to", message: "Say who gets them." },
  close: { field: "reason", message: "Say why it isn’t charged." },
  clear: { field: "reason", message: "Say why they can be charged." },
};

export function bulkActionForm(kind: BulkActionKind) {
  const fields = z.object({
    to: z.string(),
    snoozeFor: z.enum(snoozeChoices.map(({ id }) => id)),
    closeFor: z.string(),
    reason: z.string(),
  });
  return fields.check(({ value, issues }) => {
    const action = bulkActionOf(kind, value, new Date());
    const lacks = action === undefined ? missing[kind] : undefined;
    if (lacks) issues.push({ code: "custom", input: value, path: [lacks.field], message: lacks.message });
    // A reason that was typed and then hidden by choosing another one is not sent.
    if (action?.kind === "close" && action.reason.length > longestReason)
      issues.push({ code: "custom", input: value, path: ["reason"], message: atMostFault(longestReason) });
  });
}

export interface BulkActionFormProps {
  readonly kind: BulkActionKind;
  readonly form: UseFormReturn<BulkActionFields>;
}

export function BulkActionForm({ kind, form }: BulkActionFormProps) {
  const isOther = useWatch({ control: form.control, name: "closeFor" }) === other;
  switch (kind) {
    case "assign":
      return <AssigneeField {...fieldOf(form, "to")} />;
    case "snooze":
      return (
        <Select
          label="How long"
          hint="An update brings a visit back before that."
          {...fieldOf(form, "snoozeFor")}
          options={snoozeChoicesAt().map(({ id, label }) => [id, label] as const)}
        />
      );
    case "close":
      return (
        <>
          <Select
            label="Reason"
            hint="No invoice is created. An update reopens the visit."
            {...fieldOf(form, "closeFor")}
            options={[...closeReasons, other].map((each) => [each])}
          />
          {isOther ? <TextField label="Other reason" {...fieldOf(form, "reason")} /> : null}
        </>
      );
    case "clear":
      return (
        <TextArea
          label="Reason"
          hint="Sent with each visit, in its rules log."
          {...fieldOf(form, "reason")}
        />
      );
    default:
      return null;
  }
}
