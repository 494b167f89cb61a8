import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";

/** The invoice of a visit; an answer without one when the visit has none. */
export const getVisitInvoice: Handler<"getVisitInvoice"> = async (request, { store }) => {
  const invoice = await store.events.invoiceOf(canonicalGuid(request.visitId) ?? request.visitId);
  return invoice === undefined ? {} : { invoice };
};
