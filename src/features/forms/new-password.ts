import * as z from "zod/mini";
import { passwordLengthFault } from "#room/contract/password-rule.ts";

/** A new password: the service's own words on its length. The service also knows the lists and the clinic's names. */
export function newPassword(least: number) {
  return z.string().check((context) => {
    const message = passwordLengthFault(context.value, least);
    if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
  });
}
