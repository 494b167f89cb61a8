import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";

/**
 * ChangePassword, an extension: changes the caller's own password, given the old one, and ends all their
 * other sessions. 400 `WrongPassword` at oldPassword, `WeakPassword` at newPassword; 409 `NoPassword`; 429 as
 * at sign-in.
 */
export const changePassword = defineExtension({
  name: "ChangePasswordRequest",
  effect: "write",
  right: "signed-in",
  discloses: "no-patient-data",
  timeLimitMs: 30_000,
  request: z.looseObject({ oldPassword: requiredText(10_000), newPassword: requiredText(10_000) }),
  response: z.looseObject({ endedSessions: z.number() }),
});
