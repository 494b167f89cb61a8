import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { OperationRefused } from "#room/api/failures.ts";

/** Shows at its field what the service says of the first of these that it names; whether it names one. */
export function showAtField<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fields: readonly FieldPath<Values>[],
): boolean {
  for (const { path, message } of error instanceof OperationRefused ? error.issues : []) {
    const name = fields.find((field) => field === path[0]);
    if (name === undefined) continue;
    form.setError(name, { message }, { shouldFocus: true });
    return true;
  }
  return false;
}
