import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { maySee } from "#room/server/store/visits/visit-types.ts";
import { askerOf, outsideYourPractices } from "./visit-answer.ts";

/** The invoice of a visit; the answer has none if the visit has none. */
export const getVisitInvoice: Handler<"getVisitInvoice"> = async (request, context) => {
  const asker = askerOf(context);
  const invoice = await context.store.events.invoiceOf(canonicalGuid(request.visitId) ?? request.visitId);
  if (invoice && !maySee(asker, invoice.practiceId)) throw outsideYourPractices();
  return invoice === undefined ? {} : { invoice };
};
