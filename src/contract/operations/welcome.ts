import * as z from "zod/mini";
import { defineExtension, withoutSession } from "#room/contract/operation.ts";
import { optional, requiredText, rule, text } from "#room/contract/primitives/rule.ts";

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

/**
 * AcceptWelcome, an extension: sets the password of the person a one-time link was issued for and ends their
 * sessions. Works once; they then sign in with the new password. 400 `WeakPassword`; otherwise as Welcome.
 */
export const acceptWelcome = defineExtension({
  name: "AcceptWelcomeRequest",
  ...withoutSession,
  timeLimitMs: 30_000,
  request: z.looseObject({ secret: requiredText(200), password: requiredText(10_000) }),
  response: z.looseObject({ userName: z.string() }),
});

/**
 * SetUpClinic, an extension: creates the first administrator, once, with the secret printed by a server on an
 * empty store. 404 `LinkUnknown` once any user exists; 400 for an invalid user name or address, or a weak
 * password.
 */
export const setUpClinic = defineExtension({
  name: "SetUpClinicRequest",
  ...withoutSession,
  timeLimitMs: 60_000,
  request: z.looseObject({
    secret: requiredText(200),
    userName: requiredText(100),
    displayName: optional(text(200)),
    password: requiredText(10_000),
    /** The administrator's Direct address. */
    address: optional(text(254)),
    clinicName: requiredText(200),
    /**
     * Practice names. Their ids are generated and entered in the directory, where the rules engine's ids can
     * replace them.
     */
    practices: optional(
      z.array(requiredText(200)).check(
        rule((names) => names.length <= 100, {
          code: "InclusiveBetween",
          message: "must be at most 100 practices",
        }),
      ),
    ),
  }),
  response: z.looseObject({ userName: z.string() }),
});

/**
 * BeginLookAround, an extension: a server with an empty store shows a demo until EndLookAround or the demo
 * expires. Needs the secret that the server printed, which stays valid. 404 `LinkUnknown` once any user
 * exists.
 */
export const beginLookAround = defineExtension({
  name: "BeginLookAroundRequest",
  ...withoutSession,
  timeLimitMs: 60_000,
  request: z.looseObject({ secret: requiredText(200) }),
  /** The demo user to sign in as. */
  response: z.looseObject({ userName: z.string(), password: z.string() }),
});

/**
 * EndLookAround, an extension: ends the demo started by BeginLookAround and deletes its data. 409
 * `NoLookAround` otherwise.
 */
export const endLookAround = defineExtension({
  name: "EndLookAroundRequest",
  effect: "write",
  right: "signed-in",
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({}),
});
