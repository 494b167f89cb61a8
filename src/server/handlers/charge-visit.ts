import { defineHandler } from "#room/server/define-handler.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { Refusal, invalidMember } from "#room/server/http/refusal.ts";
import { isRecord } from "#room/billing/json-record.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { ChargeOutcome } from "#room/server/store/charge-record.ts";
import { arrivalOf, repeatOf } from "./invoice-of-event.ts";
import { outsideYourPractices, invoiceNotStanding, eventIdReused } from "./visit-answer.ts";
import { asDraft } from "#room/billing/draft-event.ts";
import { diffEvents } from "#room/billing/diff-events.ts";
import { formatPath } from "#room/contract/issues.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { HandlerContext } from "#room/server/handler.ts";

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

const maxNamed = 30;

/** The members of the visit that differ from what was charged, without their values: the trail names no content. */
async function changedMembers(
  { store }: Pick<HandlerContext, "store">,
  { visitId, replaces }: { readonly visitId: string; readonly replaces: number },
  event: AutoChargedEvent,
): Promise<string> {
  const charged = await store.events.chargedBy(visitId, replaces);
  if (!charged) return "";
  const content = ({ visitCharged }: AutoChargedEvent) => asDraft({ visitCharged });
  const paths = diffEvents(content(charged), content(event)).map(({ path }) => formatPath(path.slice(1)));
  const named = paths.slice(0, maxNamed).join(",");
  return paths.length > maxNamed ? `${named},+${paths.length - maxNamed}` : named;
}

export const correctVisit = defineHandler("correctVisit", {
  body: "chargeBytes",
  // Written in the transaction that creates the invoice.
  audit: "by-handler",
  handle: async ({ autoChargedEvent: event, replacesInvoice: replaces, reason }, context) => {
    if (outcomeOf(event.audit).kind !== "charged")
      throw invalidMember(
        "Equal",
        "autoChargedEvent.audit",
        "'audit' must allow charging: a correction is charged, or not sent.",
      );
    const arrival = arrivalOf(event, "autoChargedEvent", context);
    const { visitId } = arrival;
    const outcome = await context.store.events.take({
      ...arrival,
      withholdReason: undefined,
      correction: {
        replaces,
        reason: reason.trim(),
        changed: await changedMembers(context, { visitId, replaces }, event),
      },
    });
    switch (outcome.kind) {
      case "charged":
        return { result: true, invoiceNumber: outcome.invoiceNumber };
      case "event-id-reused":
        throw eventIdReused();
      case "outside-practices":
        throw outsideYourPractices();
      case "not-standing":
        throw invoiceNotStanding();
      case "withheld":
      case "visit-already-invoiced":
      case "visit-voided":
        throw new Error("A correction is charged in the place of an invoice");
    }
  },
  repeat: async (request, context) => {
    if (!isRecord(request)) return undefined;
    const { autoChargedEvent, replacesInvoice: replaces, reason } = request;
    const repeat = await repeatOf(autoChargedEvent, context);
    if (!repeat || typeof replaces !== "number" || typeof reason !== "string") return undefined;
    const correction = { replaces, reason: reason.trim(), changed: "" };
    const outcome = await context.store.events.take({ ...repeat, correction });
    return outcome.kind === "charged" ? { result: true, invoiceNumber: outcome.invoiceNumber } : undefined;
  },
});
