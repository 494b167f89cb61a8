import * as z from "zod/mini";
import { passwordLengthFault } from "#room/contract/password-rule.ts";

/**
 * A new password, with the service's message about its length. The service also checks its lists and the clinic's
 * names.
 */
export function newPassword(least: number) {
  return z.string().check((context) => {
    const message = passwordLengthFault(context.value, least);
    if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
  });
}
