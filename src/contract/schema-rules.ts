import * as z from "zod/mini";
import { quickTestOf } from "./quick-test.ts";

export interface Ready {
  /**
   * All rules of a list or object without those of its parts, and those that run even when its parts have
   * issues.
   */
  readonly whole: z.core.$ZodType | undefined;
  readonly always: z.core.$ZodType | undefined;
}

const readied = new WeakMap<z.core.$ZodType, Ready>();

export function rulesOf(schema: z.core.$ZodType, def: z.core.$ZodObjectDef | z.core.$ZodArrayDef): Ready {
  let ready = readied.get(schema);
  if (!ready) {
    const shellOf = (checks: z.core.$ZodCheck[]) =>
      checks.length === 0
        ? undefined
        : // Checks accept their schema's type, and a shell accepts any value of that type.
          (def.type === "object" ? z.looseObject({}) : z.array(z.unknown())).check(...(checks as never[]));
    const checks = def.checks ?? [];
    ready = { whole: shellOf(checks), always: shellOf(checks.filter(({ _zod }) => _zod.def.when)) };
    readied.set(schema, ready);
  }
  return ready;
}

const quickTests = new WeakMap<z.core.$ZodType, (value: unknown) => boolean>();

export function quickTestFor(schema: z.core.$ZodType): (value: unknown) => boolean {
  let test = quickTests.get(schema);
  if (!test) {
    test = quickTestOf(schema) ?? ((value) => z.safeParse(schema, value).success);
    quickTests.set(schema, test);
  }
  return test;
}
