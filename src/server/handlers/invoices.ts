import { createHash } from "node:crypto";
import { givenGuid, knownGuid } from "#room/contract/primitives/guid.ts";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import { ifThere } from "#room/server/store/store-unavailable.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { directoryNow } from "./directory-now.ts";
import { answerAction } from "./answer-action.ts";
import { wireInstant, viewerOf, outsideYourPractices } from "./visit-answer.ts";
import { maySee } from "#room/server/store/visits/visit-types.ts";

/** Those of its days, of its charge and of the service, that are closed. */
async function closedDaysOf(
  { createdOn, serviceDate, practiceId }: Invoice,
  { store }: Pick<SignedInContext, "store">,
): Promise<string[]> {
  const { timeZone } = (await directoryNow(store.directory)).find("practice", practiceId) ?? {};
  const days = timeZone ? new ClinicDays(timeZone) : store.days;
  return store.daySheets.closedAmong([days.dateOf(msOf(createdOn)), serviceDate ?? ""], practiceId);
}

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
    if (!invoice || !maySee(viewer, invoice.practiceId)) return { invoices, closedDays: [] };
    return { invoice, invoices, closedDays: await closedDaysOf(invoice, context) };
  },
});

/** The id of a request that has none: the same request has the same, so that repeating it voids nothing more. */
function idOf(...request: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 32);
}

type Request = RequestOf<"voidInvoice">;

function actionOf(request: Request) {
  const { invoiceNumber } = request;
  const [visitId, reason] = [knownGuid(request.visitId), request.reason.trim()];
  const eventId = givenGuid(request.eventId) ?? idOf(visitId, invoiceNumber, reason);
  return { visitId, action: { kind: "void", eventId, invoiceNumber, reason } as const };
}

async function voided(visitId: string, invoiceNumber: number, { store }: Pick<SignedInContext, "store">) {
  const invoices = await store.events.invoicesOf(visitId);
  return invoices.find((each) => each.invoiceNumber === invoiceNumber);
}

async function answer(request: Request, context: SignedInContext): Promise<ResponseOf<"voidInvoice">> {
  const { invoiceNumber } = request;
  const { visitId, action } = actionOf(request);
  const done = await answerAction(visitId, action, context);
  const invoice = await ifThere(voided(visitId, invoiceNumber, context));
  return { ...done, invoiceNumber, voidedOn: invoice?.voidedOn ?? wireInstant(context.now().getTime()) };
}

export const voidInvoice = defineHandler("voidInvoice", {
  // Written in the transaction that voids it.
  audit: "by-handler",
  handle: answer,
  repeat: async (request, context) => {
    const reason = isRecord(request) ? request["reason"] : undefined;
    const read = registry.voidInvoice.request.safeParse(isRecord(request) && { ...request, reason: "–" });
    if (!read.success || typeof reason !== "string") return undefined;
    const same = { ...read.data, reason };
    const { visitId, action } = actionOf(same);
    const invoice = await voided(visitId, action.invoiceNumber, context);
    const isSame =
      invoice?.endEventId === action.eventId && invoice.endReason === storableText(action.reason);
    return isSame ? answer(same, context) : undefined;
  },
});
