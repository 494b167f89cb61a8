import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";

/** The faults that a schema finds, as react-hook-form wants them: the first at each field, by its path. */
export function formResolver<Values extends FieldValues>(
  schema: z.ZodMiniType<unknown, Values>,
): Resolver<Values> {
  return async (values) => {
    const result = await schema.safeParseAsync(values);
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of result.error.issues)
      errors[path.join(".")] ??= { type: code, message };
    // The names are paths of the values' own schema, which the types cannot follow.
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
