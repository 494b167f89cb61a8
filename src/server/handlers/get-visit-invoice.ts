import { defineHandler } from "#room/server/define-handler.ts";
import { knownGuid } from "#room/contract/primitives/guid.ts";
import { maySee } from "#room/server/store/visits/visit-types.ts";
import { viewerOf, outsideYourPractices } from "./visit-answer.ts";

/** An invoice of a visit; the answer has none if the visit has none. */
export const getVisitInvoice = defineHandler("getVisitInvoice", {
  isCostly: true,
  audit: {
    when: "soon",
    note: ({ visitId }) => ({ action: "read invoice", subject: `visit:${visitId}` }),
  },
  handle: async (request, context) => {
    const viewer = viewerOf(context);
    const visitId = knownGuid(request.visitId);
    const { events, visits } = context.store;
    const [invoice, all, visit] = await Promise.all([
      events.invoiceOf(visitId, request.invoiceNumber ?? undefined),
      events.invoicesOf(visitId),
      visits.find({ visitId, eventId: "" }),
    ]);
    // Also of a visit without one: whether it was charged is not for everybody.
    if (visit && !maySee(viewer, visit.practice_id)) throw outsideYourPractices();
    // A correction may have moved the visit here from another practice.
    const invoices = all.filter(({ practiceId }) => maySee(viewer, practiceId));
    return {
      ...(invoice && maySee(viewer, invoice.practiceId) ? { invoice } : {}),
      invoices,
    };
  },
});
