import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";

const wholeNumber = (most: number) =>
  z.number().check(
    rule((value) => Number.isInteger(value) && value >= 0 && value <= most, {
      code: "InclusiveBetween",
      message: `must be a whole number from 0 to ${most}`,
    }),
  );

/**
 * Changes, an extension: which visits changed since that number. With waitSeconds it answers when something changes, or
 * empty when the time is over. It does not count as use of the session.
 */
export const listChanges = defineOperation({
  name: "ChangesRequest",
  effect: "read",
  session: "header",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 40_000,
  extension: true,
  request: z.looseObject({
    /** `changeNumber` of an answer before; absent: answers at once with the number as of now. */
    since: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
    waitSeconds: optional(wholeNumber(25)),
  }),
  response: z.looseObject({
    /** What to ask with next. */
    changeNumber: z.number(),
    /** The ids of the visits that the asker may see. */
    visits: z.array(z.string()),
    /** More than 1,000 changed, or the number is from another store: ask for the lists anew. */
    isTooOld: z.boolean(),
  }),
  faults: noFaults,
});
