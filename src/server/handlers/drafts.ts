import { readJson } from "#room/contract/written-json.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { DraftContent, StoredDraft } from "#room/contract/schemas/message-draft.ts";
import type { DraftRecord, DraftChange } from "#room/server/store/drafts.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { longestDraft, mostDrafts } from "#room/contract/operations/drafts.ts";
import { givenGuid, knownGuid, canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { storableText } from "#room/server/store/storable-text.ts";

function draftAnswer({ updatedAt, content, ...record }: DraftRecord): StoredDraft {
  return {
    ...record,
    updatedOn: wireDateTimeOf(new Date(updatedAt)),
    ...(content === undefined ? {} : { draft: readJson<DraftContent>(content) }),
  };
}

export const listDraftChanges = defineMailHandler("listDraftChanges", {
  failed: "The drafts could not be read",
  logged: "drafts could not be read",
  isUse: false,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "drafts" }) },
  answer: async (request, context, user, { refuse, empty }) => {
    const since = request.since ?? 0;
    if (!Number.isSafeInteger(since) || since < 0)
      return refuse("other", "Ask with a number of an earlier answer.");
    const { drafts, ...rest } = await context.store.drafts.changesSince(user.userId, since);
    return { ...empty, ...rest, drafts: drafts.map(draftAnswer) };
  },
});

const mostFiles = 100;

const refusals = {
  "too many drafts": `You have ${mostDrafts} drafts, the most there may be. Send or discard some.`,
  "a file is missing": "The draft names a file that was not sent with it. Nothing was saved.",
  "files too large": "The files of your drafts are too large to be kept. Nothing was saved.",
} as const;

function contentOf({ files, ...draft }: DraftContent): string {
  return JSON.stringify({
    ...draft,
    files: files.map((file) => ({ ...file, fileId: knownGuid(file.fileId) })),
  });
}

function changeOf(request: RequestOf<"saveDraft">, now: Date): DraftChange | string {
  const { draft, version = 0, editorId = "", newFiles } = request;
  const draftId = givenGuid(request.draftId);
  if (draftId === undefined) return "Say which draft, by a GUID.";
  if (version === null || !Number.isSafeInteger(version) || version < 0)
    return "Say the version that it is based on.";
  if (!/^[\w.:-]{0,64}$/.test(editorId ?? "")) return "The editorId has at most 64 letters or digits.";
  if ((draft?.files.length ?? 0) > mostFiles) return `A draft has at most ${mostFiles} files.`;
  const content = draft ? contentOf(draft) : undefined;
  if ((content?.length ?? 0) > longestDraft) return "The draft is too long to be kept. Nothing was saved.";
  const files = (draft?.files ?? []).map(({ fileId }) => knownGuid(fileId));
  return {
    draftId,
    version,
    editorId: storableText(editorId ?? ""),
    now: now.getTime(),
    content,
    files,
    newFiles: new Map(
      (newFiles ?? []).map(({ fileId, base64 }) => [knownGuid(fileId), base64.replaceAll(/[\r\n]/g, "")]),
    ),
  };
}

export const saveDraft = defineMailHandler("saveDraft", {
  failed: "The draft could not be saved",
  logged: "a draft could not be saved",
  body: "messageBytes",
  isCostly: true,
  // Nobody else sees it; what it becomes, a message that is sent, has its row.
  audit: "none",
  answer: async (request, context, user, { refuse, empty }) => {
    const change = changeOf(request, context.now());
    if (typeof change === "string") return refuse("other", change);
    const outcome = await context.store.drafts.save(user.userId, change);
    if ("refused" in outcome) return refuse("other", refusals[outcome.refused]);
    if ("saved" in outcome) return { ...empty, version: outcome.saved };
    const { stale } = outcome;
    return {
      ...empty,
      isStale: true,
      version: stale?.version ?? 0,
      ...(stale ? { current: draftAnswer(stale) } : {}),
    };
  },
});

export const getDraftFile = defineMailHandler("getDraftFile", {
  failed: "The file could not be read",
  logged: "a draft’s file could not be read",
  isUse: false,
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "drafts" }) },
  answer: async (request, context, user, { refuse, empty }) => {
    const draftId = canonicalGuid(request.draftId ?? "") ?? "";
    const fileId = canonicalGuid(request.fileId ?? "") ?? "";
    const base64 = await context.store.drafts.file(user.userId, draftId, fileId);
    if (base64 === undefined) return refuse("other", "None of your drafts has such a file.");
    return { ...empty, base64 };
  },
});
