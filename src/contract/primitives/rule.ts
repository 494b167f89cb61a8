import * as z from "zod/mini";

/** The ServiceStack validator names that our answers use as `errorCode` (wire decisions, Errors). */
export type RuleCode =
  | "NotEmpty"
  | "GreaterThan"
  | "GreaterThanOrEqual"
  | "Length"
  | "RegularExpression"
  | "ScalePrecision"
  | "Equal"
  | "InclusiveBetween"
  | "InvalidDate";

/** A check with the error code that the wire reports. The message completes "'cpt' …". */
export function rule<T>(
  holds: (value: T) => boolean,
  { code, message }: { code: RuleCode; message: string },
) {
  return z.refine<T>(holds, { error: message, params: { code } });
}

/** Text of up to `max` characters (UTF-16 units, as the service counts). */
export function text(max: number) {
  return z
    .string()
    .check(
      rule((value) => value.length <= max, { code: "Length", message: `must be at most ${max} characters` }),
    );
}

/** Text that must not be blank. */
export function requiredText(max: number) {
  return text(max).check(
    rule((value) => value.trim() !== "", { code: "NotEmpty", message: "must be given" }),
  );
}

const printable = {
  code: "RegularExpression",
  message: "must be printable",
} as const;

/**
 * Not shown by the interface: text of several lines on an invoice has no control characters but blanks, no halves of a
 * character, and none that turn the text around them, so that it reads as it is.
 */
export const linesOnPaper = rule(
  (value: string) => !/(?!\s)\p{Cc}|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(value),
  printable,
);

/** Codes and the words that figures are grouped by mean others with what nobody can see. */
export const onPaper = rule((value: string) => !/\p{C}/u.test(value), printable);

/** Not shown by the interface: null counts as absent and is kept as received. */
export function optional<T extends z.ZodMiniType>(schema: T) {
  return z.optional(z.nullable(schema));
}

/** A whole number from 0 on. */
export const wholeNumber = (most: number) =>
  z.number().check(
    rule((value) => Number.isInteger(value) && value >= 0 && value <= most, {
      code: "InclusiveBetween",
      message: `must be a whole number from 0 to ${most}`,
    }),
  );
