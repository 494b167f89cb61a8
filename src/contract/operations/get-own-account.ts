import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";

/** Where its user is signed in. */
export const ownSession = z.looseObject({
  /** Names the session in lists and in the trail; it opens nothing. */
  sessionId: z.string(),
  /** The one that asks. */
  isThis: z.boolean(),
  /** "Firefox on Windows"; empty where it is not known. */
  browser: z.string(),
  remoteAddress: optional(z.string()),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  /** When it ends in any case. */
  endsAt: z.string(),
});
export type OwnSession = z.output<typeof ownSession>;

/** OwnAccount, an extension: what the asker's own page shows of them. */
export const getOwnAccount = defineOperation({
  name: "OwnAccountRequest",
  effect: "read",
  session: "header",
  right: "signed-in",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({}),
  response: z.looseObject({
    userName: z.string(),
    /** Empty where nobody said. */
    displayName: z.string(),
    role: z.string(),
    addresses: z.array(z.string()),
    /** False of those who sign in by an identity provider alone. */
    hasPassword: z.boolean(),
    /** So many characters a new password has at least. */
    leastPassword: z.number(),
    sessions: z.array(ownSession),
  }),
  faults: noFaults,
});
