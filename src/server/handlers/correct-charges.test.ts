import { expect, test } from "vitest";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ask, casey, charge, robin, server, visitId, withheld, serverOfEach } from "./test-visits.ts";

serverOfEach();

const cleared = { canAutoCharge: true, stopProcessing: false, manualReviewNeeded: false };
const correction = (seed: number, changes: object = {}) => ({
  autoChargedEvent: {
    ...buildEvent({ seed: 1, audit: cleared }),
    eventId: buildGuid(1, seed),
  },
  replacesInvoice: 1,
  reason: "Wrong level of visit",
  ...changes,
});
const voided = { eventId: buildGuid(6, 1), visitId, invoiceNumber: 2, reason: "Charged twice" };

test("a charge is corrected and voided on the wire", async () => {
  await charge(1, cleared);
  const first = correction(50);
  const { charges } = first.autoChargedEvent.visitCharged;
  if (charges[0]) charges[0].cpt = "99214";
  expect((await ask("correctVisit", first)).body).toEqual({ result: true, invoiceNumber: 2 });
  expect((await ask("correctVisit", first)).body).toEqual({ result: true, invoiceNumber: 2 });
  const other = await ask("correctVisit", { ...first, reason: "Another" });
  expect(other).toMatchObject({ status: 409, refusal: { errorCode: "EventIdReused" } });
  const late = await ask("correctVisit", correction(51));
  expect(late).toMatchObject({ status: 409, refusal: { errorCode: "InvoiceNotNewest" } });
  const { body } = await ask("getVisitInvoice", { visitId });
  expect(body).toMatchObject({
    invoice: { invoiceNumber: 2, state: "standing", replaces: 1 },
    invoices: [{ state: "replaced", replacedBy: 2, endReason: "Wrong level of visit", endedBy: "casey" }, {}],
  });
  const visit = await ask("voidInvoice", voided);
  expect(visit.body).toMatchObject({ visit: { state: "voided", corrections: 1, reason: "Charged twice" } });
  expect((await ask("voidInvoice", voided)).status).toBe(200);
  expect((await charge(9, cleared, { visitId })).refusal).toMatchObject({
    errorCode: "VisitAlreadyInvoiced",
  });
});

test("a void needs no id, and repeats its answer", async () => {
  await charge(1, cleared);
  const request = { visitId, invoiceNumber: 1, reason: "Charged twice" };
  const first = await ask("voidInvoice", request);
  expect(first.body).toMatchObject({ invoiceNumber: 1, voidedOn: expect.stringMatching(/^\d{4}-.*T/) });
  expect((await ask("voidInvoice", request)).body).toEqual(first.body);
  expect(await ask("voidInvoice", { ...request, reason: "Another" })).toMatchObject({
    status: 409,
    refusal: { errorCode: "InvoiceNotNewest" },
  });
  const { voidedOn } = first.body as { voidedOn: string };
  expect((await ask("getVisitInvoice", { visitId })).body).toMatchObject({ invoice: { voidedOn } });
});

test("the trail names what differs, and no values", async () => {
  await charge(1, cleared);
  const request = correction(50);
  const [first] = request.autoChargedEvent.visitCharged.charges;
  if (first) first.cpt = "99214";
  await ask("correctVisit", request);
  await ask("voidInvoice", voided);
  const rows = await server.store.db.selectFrom("audit_entry").select(["action", "subject"]).execute();
  const subjectOf = (action: string) => rows.find((row) => row.action === action)?.subject;
  expect(subjectOf("corrected")).toBe(
    `event:${buildGuid(1, 50)}/visit:${visitId}/invoice:2/replaces:1/changed:charges[0].cpt`,
  );
  expect(subjectOf("voided invoice")).toBe(`event:${voided.eventId}/visit:${visitId}/invoice:2`);
});

test("a correction that would be withheld is refused", async () => {
  await charge(1, cleared);
  const event = { ...correction(50).autoChargedEvent, audit: withheld };
  const { status, body } = await ask("correctVisit", correction(50, { autoChargedEvent: event }), robin);
  expect(status).toBe(400);
  expect(body).toMatchObject({ responseStatus: { errors: [{ fieldName: "autoChargedEvent.audit" }] } });
  expect((await ask("correctVisit", correction(50), { ...casey, authorization: "" })).status).toBe(401);
});
