import { defineHandler } from "#room/server/define-handler.ts";
import { noDraftFile } from "#room/contract/operations/get-draft-file.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser } from "./messaging-session.ts";
import { answeredInTime } from "./time-limit.ts";

const refuse = registry.getDraftFile.faults.write;

async function get(
  request: RequestOf<"getDraftFile">,
  context: HandlerContext,
): Promise<ResponseOf<"getDraftFile">> {
  const session = await messagingUser(request, context, { isUse: false });
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const draftId = canonicalGuid(request.draftId ?? "") ?? "";
  const fileId = canonicalGuid(request.fileId ?? "") ?? "";
  const base64 = await context.store.drafts.file(session.user.userId, draftId, fileId);
  if (base64 === undefined) return refuse("other", "None of your drafts has such a file.");
  return { ...noDraftFile, base64 };
}

/** DraftFile, an extension. Another user's draft is answered as if it did not exist. */
export const getDraftFile = defineHandler("getDraftFile", {
  isUse: false,
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "drafts" }) },
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "a draft’s file could not be read");
    };
    return answeredInTime(context, { refuse, failed: "The file could not be read", note }, () =>
      get(request, context),
    );
  },
});
