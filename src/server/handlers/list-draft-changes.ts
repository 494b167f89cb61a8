import { defineHandler } from "#room/server/define-handler.ts";
import { noDrafts } from "#room/contract/operations/list-draft-changes.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { draftAnswer } from "./draft-answer.ts";
import { messagingUser } from "./messaging-session.ts";
import { answeredInTime } from "./time-limit.ts";

const refuse = registry.listDraftChanges.faults.write;

async function list(
  request: RequestOf<"listDraftChanges">,
  context: HandlerContext,
): Promise<ResponseOf<"listDraftChanges">> {
  const session = await messagingUser(request, context, { isUse: false });
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const since = request.since ?? 0;
  if (!Number.isSafeInteger(since) || since < 0)
    return refuse("other", "Ask with a number of an earlier answer.");
  const { drafts, ...rest } = await context.store.drafts.changesSince(session.user.userId, since);
  return { ...noDrafts, ...rest, drafts: drafts.map(draftAnswer) };
}

/** DraftChanges, an extension: what the caller is writing, from whichever browser. */
export const listDraftChanges = defineHandler("listDraftChanges", {
  isUse: false,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "drafts" }) },
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "drafts could not be read");
    };
    return answeredInTime(context, { refuse, failed: "The drafts could not be read", note }, () =>
      list(request, context),
    );
  },
});
