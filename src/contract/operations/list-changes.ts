import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";

const wholeNumber = (most: number) =>
  z.number().check(
    rule((value) => Number.isInteger(value) && value >= 0 && value <= most, {
      code: "InclusiveBetween",
      message: `must be a whole number from 0 to ${most}`,
    }),
  );

/**
 * Changes, an extension: which visits changed since a change number. With waitSeconds it answers as soon as
 * something changes, or empty at the timeout. It does not count as session activity.
 */
export const listChanges = defineExtension({
  name: "ChangesRequest",
  effect: "read",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 40_000,
  request: z.looseObject({
    /** `changeNumber` of a previous answer. Absent: answers immediately with the current number. */
    since: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
    waitSeconds: optional(wholeNumber(25)),
    /** The one of a previous answer, or empty: it is answered at once if the caller's rights are others now. */
    rightsMark: optional(z.string()),
  }),
  response: z.looseObject({
    /** The `since` of the next call. */
    changeNumber: z.number(),
    /** The ids of those visits the caller may see. */
    visits: z.array(z.string()),
    /** More than 1,000 visits changed, or the number is from another store: reload the lists. */
    isTooOld: z.boolean(),
    /**
     * If asked with one: another one once the caller's role, rights or practices changed. Forget what was read, and read
     * it anew: it may hold visits the caller may no longer see.
     */
    rightsMark: optional(z.string()),
  }),
});
