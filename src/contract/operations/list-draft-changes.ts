import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";
import { storedDraft } from "#room/contract/schemas/message-draft.ts";

/** An answer without a fault. */
export const noDrafts = {
  ...noFlags,
  drafts: [],
  changeNumber: 0,
  isMore: false,
};

/**
 * DraftChanges, an extension: the caller's drafts that are new or changed since a number, those changed first first. It
 * does not count as session activity.
 */
export const listDraftChanges = defineOperation({
  name: "DraftChangesRequest",
  effect: "read",
  session: "body",
  right: "messages",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
  extension: true,
  request: z.looseObject({
    ...messagingSession,
    /** `changeNumber` of an earlier answer. Absent or 0: all. */
    since: optional(z.number()),
  }),
  response: z.looseObject({
    ...flagMembers,
    drafts: z.array(storedDraft),
    /** The `since` of the next call. */
    changeNumber: z.number(),
    /** There are more: ask at once. */
    isMore: z.boolean(),
  }),
  faults: flagFaults(noDrafts, ["isMore"]),
});
