import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { OperationRefused } from "#room/api/failures.ts";

/** Shows at these fields what the service says of them, the first with the focus; whether it names one. */
export function showAtField<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, "setError">,
  fields: readonly FieldPath<Values>[],
): boolean {
  const issues = error instanceof OperationRefused ? error.issues : [];
  const named = fields.flatMap((field) => {
    const issue = issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, message: issue.message }] : [];
  });
  for (const [at, { field, message }] of named.entries())
    form.setError(field, { message }, { shouldFocus: at === 0 });
  return named.length > 0;
}
