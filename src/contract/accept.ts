import type * as z from "zod/mini";
import { type Issue, issuesOf } from "./issues.ts";

/**
 * Validates and gives back the very value that came in, typed: member order, unknown members and nulls untouched
 * (a schema's own output is a copy with the known members first). All failures otherwise.
 */
export function accept<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { ok: true; value: z.output<Schema> } | { ok: false; issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error, value) };
  // The schemas of the contract only validate, so what they accept is of their output type already.
  return { ok: true, value: value as z.output<Schema> };
}
