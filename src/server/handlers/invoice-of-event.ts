import { isRecord } from "#room/billing/json-record.ts";
import { isBillable } from "#room/billing/line-totals.ts";
import { itemsOf } from "#room/server/store/invoices/event-items.ts";
import type { InvoiceRecord } from "#room/server/store/invoices/invoice-rows.ts";
import { isTooLarge, sumMoney } from "#room/contract/primitives/sum-money.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import type { AutoChargedEvent, VisitCharged } from "#room/contract/schemas/auto-charged-event.ts";
import { knownGuid } from "#room/contract/primitives/guid.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { checkCurrency } from "./check-currency.ts";
import { maySee } from "#room/server/store/visits/visit-types.ts";
import { outsideYourPractices } from "./visit-answer.ts";

function refuseTooLarge(amounts: readonly Money[], path: string): void {
  if (!isTooLarge(amounts)) return;
  const list = path.slice(path.lastIndexOf(".") + 1);
  throw invalidMember("ScalePrecision", path, `The amounts of '${list}' are more than one visit can have.`);
}

/** Of a line: nobody bills as many units, and sums of them stay numbers. */
const mostUnits = 999_999_999;
const leastUnits = 0.0001;

/**
 * The invoice of a visit: one line per billable charge in order, the total of the lines, and the amount paid according
 * to the visit's payments. Not shown by the interface: a visit that is cleared for charging but has no billable charge
 * gets an invoice without lines, so that `true` always means there is one.
 */
export function invoiceOfEvent(visit: VisitCharged, member = "AutoChargedEvent"): InvoiceRecord {
  const path = `${member}.visitCharged`;
  // A visit has at least one charge and a single currency.
  const currency = visit.charges[0]?.charge.currency.toUpperCase() ?? "USD";
  checkCurrency(currency, `${path}.charges[0].charge.currency`);
  const payments = (visit.payments ?? []).flatMap((payment) => payment.amount ?? []);
  const odd = visit.charges.findIndex(({ quantity }) => quantity > mostUnits || quantity < leastUnits);
  if (odd >= 0)
    throw invalidMember(
      "InclusiveBetween",
      `${path}.charges[${odd}].quantity`,
      `'quantity' must be from ${leastUnits} to ${mostUnits.toLocaleString("en")}.`,
    );
  refuseTooLarge(
    visit.charges.map((charge) => charge.charge),
    `${path}.charges`,
  );
  refuseTooLarge(payments, `${path}.payments`);
  return {
    currency,
    totalMinor: sumMoney(visit.charges.filter(isBillable).map((charge) => charge.charge)).minor,
    paidMinor: sumMoney(payments).minor,
    ...itemsOf(visit),
  };
}

type Caller = Pick<HandlerContext, "session" | "now" | "remoteAddress">;

function arrivedEvent(event: AutoChargedEvent, { session, now, remoteAddress }: Caller) {
  const { visitCharged: visit } = event;
  return {
    eventId: knownGuid(event.eventId),
    visitId: knownGuid(visit.visitId),
    practiceId: knownGuid(visit.practiceId),
    practices: session?.practices ?? [],
    event,
    receivedAt: now().getTime(),
    receivedFrom: session?.userName,
    remoteAddress,
    session: session && sessionMark(session.idHash),
  };
}

/** What a charge and a correction store of their event. Throws the 403 for a practice that is not the sender's, and the 400. */
export function arrivalOf(event: AutoChargedEvent, member: string, context: Caller) {
  const arrived = arrivedEvent(event, context);
  if (!maySee(arrived, arrived.practiceId)) throw outsideYourPractices();
  const invoice = invoiceOfEvent(event.visitCharged, member);
  const amount = { currency: invoice.currency, minor: invoice.totalMinor };
  return { ...arrived, invoice, amount };
}

/**
 * What an event arrived as that was accepted before, by rules of then: to be answered as then. Undefined for any other,
 * whatever it is.
 */
export async function repeatOf(event: unknown, context: Caller & Pick<HandlerContext, "store">) {
  const eventId = isRecord(event) ? event["eventId"] : undefined;
  const known =
    typeof eventId === "string" ? await context.store.events.accepted(knownGuid(eventId)) : undefined;
  if (!known || !isSameContent(known, event)) return undefined;
  const arrived = arrivedEvent(known, context);
  // Its invoice was made then.
  return maySee(arrived, arrived.practiceId)
    ? { ...arrived, invoice: undefined, withholdReason: undefined }
    : undefined;
}
