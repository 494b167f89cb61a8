import * as z from "zod/mini";
import { optional } from "#room/contract/primitives/rule.ts";

/** One field's issue (interface 2.16). `fieldName` is a path in wire names. */
export const fieldError = z.looseObject({
  errorCode: optional(z.string()),
  fieldName: optional(z.string()),
  message: optional(z.string()),
});

/** ResponseStatus (interface 2.16): empty on success. */
export const responseStatus = z.looseObject({
  errorCode: optional(z.string()),
  message: optional(z.string()),
  stackTrace: optional(z.string()),
  errors: optional(z.array(fieldError)),
});
export type ResponseStatus = z.output<typeof responseStatus>;
