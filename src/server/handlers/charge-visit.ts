import { defineHandler } from "#room/server/define-handler.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { maySee } from "#room/server/store/visits/visit-types.ts";
import { invoiceOfEvent } from "./invoice-of-event.ts";
import { outsideYourPractices } from "./visit-answer.ts";

/** The schema has checked that it is a GUID. */
function canonical(guid: string): string {
  return canonicalGuid(guid) ?? guid;
}

/**
 * Auto-charge. Not shown by the interface: an event is accepted once. Repeating the same event returns the same answer;
 * a different event with its id, or for a visit that already has an invoice, is refused. The answer is sent after the
 * commit, which includes the audit row.
 */
export const chargeVisit = defineHandler("chargeVisit", {
  openedBy: "openAutoCharge",
  body: "chargeBytes",
  // Written in the transaction that creates the invoice.
  audit: "by-handler",
  handle: async (request, context) => {
    const { store, session, now, remoteAddress } = context;
    const event = request.AutoChargedEvent;
    const visit = event.visitCharged;
    const decision = outcomeOf(event.audit);
    const charged = decision.kind === "charged";
    const practiceId = canonical(visit.practiceId);
    const practices = session?.practices ?? [];
    if (!maySee({ practices }, practiceId)) throw outsideYourPractices();
    const invoice = invoiceOfEvent(visit);
    const outcome = await store.events.take({
      eventId: canonical(event.eventId),
      visitId: canonical(visit.visitId),
      practiceId,
      practices,
      event,
      invoice: charged ? invoice : undefined,
      withholdReason: charged ? undefined : (event.audit.withholdReason ?? undefined),
      reason: charged ? undefined : decision.reason,
      amount: { currency: invoice.currency, minor: invoice.totalMinor },
      receivedAt: now().getTime(),
      receivedFrom: session?.userName,
      remoteAddress,
      session: session && sessionMark(session.idHash),
    });
    switch (outcome.kind) {
      case "not-standing":
        throw new Error("An event without a correction replaces no invoice");
      case "charged":
        return { result: true };
      case "withheld":
        return { result: false };
      case "event-id-reused":
        throw new Refusal(
          409,
          "EventIdReused",
          "An event with this eventId was accepted before, with other content. Nothing was charged now.",
        );
      case "outside-practices":
        throw outsideYourPractices();
      case "visit-already-invoiced":
        throw new Refusal(
          409,
          "VisitAlreadyInvoiced",
          "The visit has its invoice from another event. Nothing was charged now.",
        );
    }
  },
});
