import { longestDraft, mostDrafts } from "#room/contract/operations/drafts.ts";
import { givenGuid, knownGuid } from "#room/contract/primitives/guid.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import type { DraftContent } from "#room/contract/schemas/message-draft.ts";
import type { DraftChange } from "#room/server/store/drafts.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import { draftAnswer } from "./draft-answer.ts";
import { defineMailHandler } from "./define-mail-handler.ts";

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
