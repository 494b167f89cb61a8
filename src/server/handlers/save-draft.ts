import { defineHandler } from "#room/server/define-handler.ts";
import { longestDraft, mostDrafts, notSaved } from "#room/contract/operations/save-draft.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { DraftContent } from "#room/contract/schemas/message-draft.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { DraftChange } from "#room/server/store/drafts.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import { draftAnswer } from "./draft-answer.ts";
import { messagingUser } from "./messaging-session.ts";
import { answeredInTime } from "./time-limit.ts";

const refuse = registry.saveDraft.faults.write;

/** The most files of a draft. */
const mostFiles = 100;

const refusals = {
  "too many drafts": `You have ${mostDrafts} drafts, the most there may be. Send or discard some.`,
  "a file is missing": "The draft names a file that was not sent with it. Nothing was saved.",
  "files too large": "The files of your drafts are too large to be kept. Nothing was saved.",
} as const;

const idOf = (text: string | null | undefined) =>
  isGuidAbsent(text) ? undefined : canonicalGuid(text ?? "");

function contentOf({ files, ...draft }: DraftContent): string {
  return JSON.stringify({
    ...draft,
    files: files.map((file) => ({ ...file, fileId: canonicalGuid(file.fileId) ?? file.fileId })),
  });
}

function changeOf(request: RequestOf<"saveDraft">, now: Date): DraftChange | string {
  const { draft, version = 0, editorId = "", newFiles } = request;
  const draftId = idOf(request.draftId);
  if (draftId === undefined) return "Say which draft, by a GUID.";
  if (version === null || !Number.isSafeInteger(version) || version < 0)
    return "Say the version that it is based on.";
  if (!/^[\w.:-]{0,64}$/.test(editorId ?? "")) return "The editorId has at most 64 letters or digits.";
  if ((draft?.files.length ?? 0) > mostFiles) return `A draft has at most ${mostFiles} files.`;
  const content = draft ? contentOf(draft) : undefined;
  if ((content?.length ?? 0) > longestDraft) return "The draft is too long to be kept. Nothing was saved.";
  const files = (draft?.files ?? []).map(({ fileId }) => canonicalGuid(fileId) ?? fileId);
  return {
    draftId,
    version,
    editorId: storableText(editorId ?? ""),
    now: now.getTime(),
    content,
    files,
    newFiles: new Map(
      (newFiles ?? []).map(({ fileId, base64 }) => [
        canonicalGuid(fileId) ?? fileId,
        base64.replaceAll(/[\r\n]/g, ""),
      ]),
    ),
  };
}

async function save(
  request: RequestOf<"saveDraft">,
  context: HandlerContext,
): Promise<ResponseOf<"saveDraft">> {
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const change = changeOf(request, context.now());
  if (typeof change === "string") return refuse("other", change);
  const outcome = await context.store.drafts.save(session.user.userId, change);
  if ("refused" in outcome) return refuse("other", refusals[outcome.refused]);
  if ("saved" in outcome) return { ...notSaved, version: outcome.saved };
  const { stale } = outcome;
  return {
    ...notSaved,
    isStale: true,
    version: stale?.version ?? 0,
    ...(stale ? { current: draftAnswer(stale) } : {}),
  };
}

/** SaveDraft, an extension: a draft of the caller's own. */
export const saveDraft = defineHandler("saveDraft", {
  body: "messageBytes",
  isCostly: true,
  // Nobody else sees it; what it becomes, a message that is sent, has its row.
  audit: "none",
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "a draft could not be saved");
    };
    return answeredInTime(context, { refuse, failed: "The draft could not be saved", note }, () =>
      save(request, context),
    );
  },
});
