import * as z from "zod/mini";
import { get, set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";

export function atMostFault(most: number): string {
  return `Use at most ${most.toLocaleString("en-US")} characters.`;
}

/** The most characters a text may have. Longer text stays as typed or pasted and is reported, never cut. */
export function atMost(most: number) {
  return z.maxLength(most, atMostFault(most));
}

/** What a person reads where the schema has no words of its own, instead of the library's. */
function usualWords({ code }: z.core.$ZodRawIssue): string {
  if (code === "invalid_type") return "Fill this in.";
  return code === "invalid_value" ? "Choose one of these." : "Check this.";
}

/** A schema's errors in react-hook-form's format: the first for each field, by path. */
export function formResolver<Values extends FieldValues>(
  schema: z.ZodMiniType<unknown, Values>,
): Resolver<Values> {
  return async (values) => {
    const result = await schema.safeParseAsync(values, { error: usualWords });
    if (result.success) return { values, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const { path, code, message } of result.error.issues) {
      const name = path.join(".") || "root";
      if (!get(errors, name)) set(errors, name, { type: code, message });
    }
    return { values: {}, errors };
  };
}
