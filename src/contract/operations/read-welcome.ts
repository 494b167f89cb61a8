import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";

/**
 * Welcome, an extension: whom a one-time link is for, before it is used. `first-run`: no user exists yet, and
 * the secret is the one the server printed. 404 `LinkUnknown`, 409 `LinkUsed`, 409 `LinkExpired`, 429 on too
 * many guesses.
 */
export const readWelcome = defineExtension({
  name: "WelcomeRequest",
  effect: "read",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({ secret: requiredText(200) }),
  response: z.looseObject({
    kind: z.enum(["person", "first-run"]),
    /** For a person. */
    userName: optional(z.string()),
    displayName: optional(z.string()),
    /** False: this will be their first password. */
    hasPassword: optional(z.boolean()),
    until: optional(z.string()),
    minPassword: z.number(),
  }),
});
