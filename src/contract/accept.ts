import type * as z from "zod/mini";
import { faultsOf } from "./find-issues.ts";
import type { Issue } from "./issues.ts";

/**
 * Validates and gives back the very value that came in, typed: member order, unknown members and nulls untouched
 * (a schema's own output is a copy with the known members first). Else its failures, the first hundred.
 */
export function accept<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { ok: true; value: z.output<Schema> } | { ok: false; issues: readonly Issue[] } {
  const { issues } = faultsOf(schema, value);
  if (issues.length > 0) return { ok: false, issues };
  // The schemas of the contract only validate, so what they accept is of their output type already.
  return { ok: true, value: value as z.output<Schema> };
}
