import { get, set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import type * as z from "zod/mini";

/** The faults that a schema finds, as react-hook-form wants them: the first at each field, by its path. */
export function formResolver<Values extends FieldValues>(
  schema: z.ZodMiniType<unknown, Values>,
): Resolver<Values> {
  return async (values) => {
    const result = await schema.safeParseAsync(values);
    if (result.success) return { values, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const { path, code, message } of result.error.issues) {
      const name = path.join(".") || "root";
      if (!get(errors, name)) set(errors, name, { type: code, message });
    }
    return { values: {}, errors };
  };
}
