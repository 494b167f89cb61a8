import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";

/** One health check. */
export const healthCheck = z.looseObject({
  name: z.string(),
  value: z.string(),
  /** What somebody must do; absent when nothing is needed. */
  act: optional(z.string()),
});
export type HealthCheck = z.output<typeof healthCheck>;

/** Health, an extension: the server's current state and upcoming problems, in words, without patient data. */
export const getHealth = defineExtension({
  name: "HealthRequest",
  effect: "read",
  right: "health",
  discloses: "no-patient-data",
  freshMs: 10_000,
  timeLimitMs: 30_000,
  request: z.looseObject({}),
  response: z.looseObject({
    at: z.string(),
    checks: z.array(healthCheck),
    /** True where a new data key can be begun. */
    hasDataKey: optional(z.boolean()),
  }),
});
