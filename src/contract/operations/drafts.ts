import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import {
  messagingSession,
  messagingExtension,
  flagFaults,
  flagMembers,
  noFlags,
} from "#room/contract/schemas/email.ts";
import { storedDraft, draftContent } from "#room/contract/schemas/message-draft.ts";
import { base64 } from "#room/contract/primitives/base64.ts";
import { guid } from "#room/contract/primitives/guid.ts";

/**
 * DraftChanges, an extension: the caller's drafts that are new or changed since a number, those changed first first. It
 * does not count as session activity.
 */
export const listDraftChanges = defineOperation({
  name: "DraftChangesRequest",
  ...messagingExtension,
  effect: "read",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
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
  faults: flagFaults({ ...noFlags, drafts: [], changeNumber: 0, isMore: false }, ["isMore"]),
});

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
  ...messagingExtension,
  effect: "write",
  discloses: "patient-data",
  timeLimitMs: 120_000,
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
  faults: flagFaults({ ...noFlags, version: 0, isStale: false }, ["isStale"]),
});

/** DraftFile, an extension: the content of a file of one of the caller's drafts. */
export const getDraftFile = defineOperation({
  name: "DraftFileRequest",
  ...messagingExtension,
  effect: "read",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 120_000,
  request: z.looseObject({ ...messagingSession, draftId: optional(guid), fileId: optional(guid) }),
  response: z.looseObject({
    ...flagMembers,
    base64: optional(base64),
  }),
  faults: flagFaults(noFlags),
});
