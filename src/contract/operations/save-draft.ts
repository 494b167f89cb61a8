import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { base64 } from "#room/contract/primitives/base64.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";
import { draftContent, storedDraft } from "#room/contract/schemas/message-draft.ts";

/** An answer without a fault. */
export const notSaved = {
  ...noFlags,
  version: 0,
  isStale: false,
};

/** The most drafts of a person. */
export const mostDrafts = 500;
/** Characters of a draft's content. */
export const longestDraft = 1024 * 1024;
/** Bytes of the files of a draft, and of all drafts of a person. */
export const draftFileBytes = { draft: 48 * 1024 * 1024, person: 256 * 1024 * 1024 };

/**
 * SaveDraft, an extension: stores a draft of the caller's, or discards it. A draft that was changed since that version
 * stays as it is, and is in the answer.
 */
export const saveDraft = defineOperation({
  name: "SaveDraftRequest",
  effect: "write",
  session: "body",
  right: "messages",
  discloses: "patient-data",
  timeLimitMs: 120_000,
  extension: true,
  request: z.looseObject({
    ...messagingSession,
    draftId: optional(guid),
    /** The version that it is based on; absent or 0: it is new. */
    version: optional(z.number()),
    /** Names the program or browser, at most 64 characters. */
    editorId: optional(z.string()),
    /** Absent: the draft is discarded. */
    draft: optional(draftContent),
    /** The contents of those of its files that the service does not have yet. */
    newFiles: optional(z.array(z.looseObject({ fileId: guid, base64 }))),
  }),
  response: z.looseObject({
    ...flagMembers,
    /** The version now. */
    version: z.number(),
    /** True: it was changed since, and nothing was saved. */
    isStale: z.boolean(),
    /** What it is then. */
    current: optional(storedDraft),
  }),
  faults: flagFaults(notSaved, ["isStale"]),
});
