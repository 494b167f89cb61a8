import { defineHandler } from "#room/server/define-handler.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { isRecord } from "#room/billing/json-record.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { ChargeOutcome } from "#room/server/store/charge-record.ts";
import { arrivalOf, repeatOf } from "./invoice-of-event.ts";
import { outsideYourPractices } from "./visit-answer.ts";

function answerOf(outcome: ChargeOutcome): ResponseOf<"chargeVisit"> {
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
        "Another submission has charged this visit: it has its invoice. Nothing was charged now.",
      );
    case "visit-voided":
      throw new Refusal(
        409,
        "VisitAlreadyInvoiced",
        "This visit’s invoice was voided, and it can’t have another. Nothing was charged now. To bill it after all, send it as a new visit, with its own visitId.",
      );
  }
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
    const event = request.AutoChargedEvent;
    const decision = outcomeOf(event.audit);
    const charged = decision.kind === "charged";
    const arrival = arrivalOf(event, "AutoChargedEvent", context);
    const outcome = await context.store.events.take({
      ...arrival,
      invoice: charged ? arrival.invoice : undefined,
      withholdReason: charged ? undefined : (event.audit.withholdReason ?? undefined),
      reason: charged ? undefined : decision.reason,
    });
    return answerOf(outcome);
  },
  repeat: async (request, context) => {
    const repeat = isRecord(request) && (await repeatOf(request["AutoChargedEvent"], context));
    return repeat ? answerOf(await context.store.events.take(repeat)) : undefined;
  },
});
