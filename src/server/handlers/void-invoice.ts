import { createHash } from "node:crypto";
import { givenGuid, knownGuid } from "#room/contract/primitives/guid.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { answerAction } from "./answer-action.ts";
import { wireInstant } from "./visit-answer.ts";

/** The id of a request that has none: the same request has the same, so that repeating it voids nothing more. */
function idOf(...request: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 32);
}

export const voidInvoice = defineHandler("voidInvoice", {
  // Written in the transaction that voids it.
  audit: "by-handler",
  handle: async (request, context) => {
    const { session, remoteAddress, now, store } = context;
    const { invoiceNumber } = request;
    const [visitId, reason] = [knownGuid(request.visitId), request.reason.trim()];
    const eventId = givenGuid(request.eventId) ?? idOf(visitId, invoiceNumber, reason);
    const caller = { remoteAddress, session: sessionMark(session.idHash) };
    const action = { kind: "void", eventId, invoiceNumber, reason, caller } as const;
    const answer = await answerAction(visitId, action, context);
    const voided = (await store.events.invoicesOf(visitId)).find(
      (each) => each.invoiceNumber === invoiceNumber,
    );
    return { ...answer, invoiceNumber, voidedOn: voided?.voidedOn ?? wireInstant(now().getTime()) };
  },
});
