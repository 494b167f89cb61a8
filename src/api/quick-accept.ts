import type * as z from "zod/mini";
import { quickTestOf } from "#room/contract/quick-test.ts";

const tests = new Map<z.core.$ZodType, (value: unknown) => boolean>();

/** True when the schema takes the value as it is; false when zod has to look. See `quickTestOf`. */
export function acceptsQuickly(schema: z.core.$ZodType, value: unknown): boolean {
  const test = tests.get(schema) ?? quickTestOf(schema) ?? (() => false);
  tests.set(schema, test);
  return test(value);
}
