import type * as z from "zod/mini";
import { faultsOf } from "./find-issues.ts";
import type { Issue } from "./issues.ts";

/**
 * Validates a value and returns that same value, typed: member order, unknown members and nulls are untouched
 * (a schema's own output is a copy with the known members first). On failure returns the first hundred
 * issues.
 */
export function accept<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { ok: true; value: z.output<Schema> } | { ok: false; issues: readonly Issue[] } {
  const { issues } = faultsOf(schema, value);
  if (issues.length > 0) return { ok: false, issues };
  // Contract schemas only validate, so a value they accept already has their output type.
  return { ok: true, value: value as z.output<Schema> };
}
