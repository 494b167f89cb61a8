import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, text } from "#room/contract/primitives/rule.ts";

/** Whoever needs to know whether there is only one needs no more. */
export const atMostInUse = 20;

/**
 * Account, an extension: the caller's name and rights (see `rights.ts`). Pages use it to decide what to show;
 * each call is still checked on its own.
 */
export const getAccount = defineExtension({
  name: "AccountRequest",
  effect: "read",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  freshMs: 60_000,
  request: z.looseObject({}),
  response: z.looseObject({
    userName: z.string(),
    role: z.string(),
    rights: z.array(z.string()),
    /** The practices whose visits they may see. Absent: all. */
    practices: optional(z.array(z.string())),
    /** For those who see all practices: the practices of the clinic's visits, at most `atMostInUse` of them. */
    practicesInUse: optional(z.array(z.string())),
    /** Everything else is refused until they have a second factor. */
    mustSetUpFactor: optional(z.boolean()),
    /** As in Changes. */
    rightsMark: optional(z.string()),
  }),
});

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

/**
 * EndSessions, an extension: ends one of the caller's own sessions, or all except the current one. Other
 * users' sessions are not found.
 */
export const endSessions = defineExtension({
  name: "EndSessionsRequest",
  effect: "write",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  /** sessionId: only that one. Absent: all others. */
  request: z.looseObject({ sessionId: optional(text(100)) }),
  response: z.looseObject({ ended: z.number() }),
});
