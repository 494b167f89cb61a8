import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { base64 } from "#room/contract/primitives/base64.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";

/** An answer without a fault. */
export const noDraftFile = {
  ...noFlags,
};

/** DraftFile, an extension: the content of a file of one of the caller's drafts. */
export const getDraftFile = defineOperation({
  name: "DraftFileRequest",
  effect: "read",
  session: "body",
  right: "messages",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 120_000,
  extension: true,
  request: z.looseObject({ ...messagingSession, draftId: optional(guid), fileId: optional(guid) }),
  response: z.looseObject({
    ...flagMembers,
    base64: optional(base64),
  }),
  faults: flagFaults(noDraftFile),
});
