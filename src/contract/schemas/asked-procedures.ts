import * as z from "zod/mini";
import { rule, text } from "#room/contract/primitives/rule.ts";

/** More lines than any visit has. */
const mostCodes = 500;

/** Procedure codes and modifiers that a service is asked about together. */
export const askedProcedures = z.array(text(100)).check(
  rule((codes) => codes.length >= 1 && codes.length <= mostCodes, {
    code: "InclusiveBetween",
    message: `must be 1 to ${mostCodes} codes`,
  }),
);
