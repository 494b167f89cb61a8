import * as z from "zod/mini";
import { rule, text } from "#room/contract/primitives/rule.ts";

/** More than any visit has. */
const maxCodes = 500;

/** The procedure codes and modifiers of one request. */
export const procedureCodes = z.array(text(100)).check(
  rule((codes) => codes.length >= 1 && codes.length <= maxCodes, {
    code: "InclusiveBetween",
    message: `must be 1 to ${maxCodes} codes`,
  }),
);
