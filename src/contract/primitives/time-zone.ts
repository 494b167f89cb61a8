import { rule } from "./rule.ts";
import * as z from "zod/mini";

/** Whether this is a time zone of the IANA database, such as America/New_York. */
export function isTimeZone(name: string): boolean {
  try {
    // A bare offset is accepted too, and knows no daylight saving.
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    return /^[A-Z]/i.test(name) && timeZone !== "";
  } catch {
    return false;
  }
}

/** A time zone's name. Empty counts as absent. */
export const timeZone = z.string().check(
  rule((value) => value === "" || isTimeZone(value), {
    code: "RegularExpression",
    message: "must be a time zone, as America/New_York",
  }),
);
