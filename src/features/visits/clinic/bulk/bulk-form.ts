import * as z from "zod/mini";
import { clinicToday } from "#room/api/clinic-today.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { atMostFault } from "#room/features/forms/form-resolver.ts";
import type { BulkAction, BulkActionKind } from "./bulk-action.ts";
import { laterDay, type SnoozeChoice, snoozeChoices, snoozeUntil } from "./snooze-times.ts";

export interface BulkActionFields {
  readonly to: string;
  readonly snoozeFor: SnoozeChoice;
  readonly day: string;
  readonly closeFor: string;
  readonly reason: string;
}

export const closeReasons = [
  "Duplicate visit",
  "Billed elsewhere",
  "Self-pay, no charge",
  "Not billable",
  "Left without being seen",
  "Test or training",
] as const;
export const other = "Other";
const longestReason = 1000;

export const noFields: BulkActionFields = {
  to: "",
  snoozeFor: "tomorrow",
  day: "",
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
      const until = snoozeUntil(fields.snoozeFor, now, fields.day);
      if (until !== undefined) return { kind, until };
      return fields.snoozeFor === "event" ? { kind } : undefined;
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

interface Lack {
  readonly field: keyof BulkActionFields;
  readonly message: (fields: BulkActionFields) => string;
}

const missing: Partial<Record<BulkActionKind, Lack>> = {
  assign: { field: "to", message: () => "Say who gets them." },
  snooze: { field: "day", message: ({ day }) => laterDay(day, clinicToday()).fault ?? "" },
  close: { field: "reason", message: () => "Say why it isn’t charged." },
  clear: { field: "reason", message: () => "Say why they can be charged." },
};

export function bulkActionForm(kind: BulkActionKind) {
  const fields = z.object({
    to: z.string(),
    snoozeFor: z.enum(snoozeChoices.map(({ id }) => id)),
    day: z.string(),
    closeFor: z.string(),
    reason: z.string(),
  });
  return fields.check(({ value, issues }) => {
    const action = bulkActionOf(kind, value, new Date(serviceNow()));
    const lacks = action === undefined ? missing[kind] : undefined;
    if (lacks)
      issues.push({ code: "custom", input: value, path: [lacks.field], message: lacks.message(value) });
    // A reason that was typed and then hidden by choosing another one is not sent.
    if (action?.kind === "close" && action.reason.length > longestReason)
      issues.push({ code: "custom", input: value, path: ["reason"], message: atMostFault(longestReason) });
  });
}
