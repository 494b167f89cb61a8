import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";

/** One place where the user is signed in. */
export const ownSession = z.looseObject({
  /** Identifies the session in lists and in the trail; it grants no access. */
  sessionId: z.string(),
  /** The session making this call. */
  isThis: z.boolean(),
  /** For example "Firefox on Windows"; empty when unknown. */
  browser: z.string(),
  remoteAddress: optional(z.string()),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  /** When it ends at the latest. */
  endsAt: z.string(),
});
export type OwnSession = z.output<typeof ownSession>;

/** OwnAccount, an extension: the data for the caller's own account page. */
export const getOwnAccount = defineExtension({
  name: "OwnAccountRequest",
  effect: "read",
  right: "signed-in",
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({}),
  response: z.looseObject({
    userName: z.string(),
    /** Empty when not set. */
    displayName: z.string(),
    role: z.string(),
    addresses: z.array(z.string()),
    /** False for users who sign in only through an identity provider. */
    hasPassword: z.boolean(),
    /** Minimum length of a new password. */
    minPassword: z.number(),
    sessions: z.array(ownSession),
  }),
});
