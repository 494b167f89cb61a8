import { expect, test } from "vitest";
import { buildCharge, buildEvent, buildGuid, buildPayment } from "#room/testing/builders.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { ask, server, serverOfEach, visitId } from "./test-visits.ts";

serverOfEach();

const cleared = { canAutoCharge: true, stopProcessing: false, manualReviewNeeded: false };
const usual = { lines: [], payments: [], serviceDate: "" };

/** As a version without today’s rules took it. */
async function takeAsBefore(event: AutoChargedEvent, more: object = {}) {
  return server.store.events.take({
    eventId: event.eventId,
    visitId: event.visitCharged.visitId,
    practiceId: event.visitCharged.practiceId,
    event,
    invoice: { currency: "USD", totalMinor: 100, paidMinor: 0, ...usual },
    withholdReason: undefined,
    receivedAt: server.clock.now,
    receivedFrom: "casey",
    ...more,
  });
}

const refusedToday: readonly [string, object][] = [
  ["a currency", { charges: [buildCharge(1, [], { charge: { currency: "XXZ", amount: 1 } })] }],
  ["a code", { charges: [buildCharge(1, [], { cpt: "99\u0000213" })] }],
  ["units", { charges: [buildCharge(1, [], { quantity: 1e12 })] }],
  ["notes", { payments: [buildPayment(1, { notes: "A\u0007B" })] }],
  ["a date", { createdOn: "02/11/2026" }],
];

test.each(refusedToday)("a repeat with %s refused today is answered as before", async (_, visit) => {
  const [event, held] = [
    buildEvent({ seed: 1, audit: cleared, visit: { charges: [buildCharge(1, [])], ...visit } }),
    buildEvent({ seed: 2, audit: { canAutoCharge: false }, visit: { visitId: buildGuid(2, 2), ...visit } }),
  ];
  expect((await ask("chargeVisit", { AutoChargedEvent: event })).status).toBe(400);
  await server.store.db.deleteFrom("refused_event").execute();
  await takeAsBefore(event);
  await takeAsBefore(held, { invoice: undefined });
  for (let times = 0; times < 2; times += 1) {
    expect((await ask("chargeVisit", { AutoChargedEvent: event })).body).toEqual({ result: true });
    expect((await ask("chargeVisit", { AutoChargedEvent: held })).body).toEqual({ result: false });
  }
  expect(await server.store.db.selectFrom("refused_event").selectAll().execute()).toEqual([]);
  const other = { ...event, audit: { ...cleared, finalStatus: "Another" } };
  expect((await ask("chargeVisit", { AutoChargedEvent: other })).status).toBe(400);
});

test("a repeated correction or void with such a reason, too", async () => {
  const visit = { visitId, charges: [buildCharge(1, [])] };
  await takeAsBefore(buildEvent({ seed: 1, audit: cleared, visit }));
  const reason = "A\u0000B";
  const correct = {
    autoChargedEvent: buildEvent({ seed: 2, audit: cleared, visit }),
    replacesInvoice: 1,
    reason,
  };
  const voids = [buildGuid(6, 1), undefined].map((eventId) => ({
    eventId,
    visitId,
    invoiceNumber: 2,
    reason,
  }));
  const refused = async (key: "correctVisit" | "voidInvoice", request: object) =>
    expect((await ask(key, request)).status, key).toBe(400);
  await refused("correctVisit", correct);
  await takeAsBefore(correct.autoChargedEvent, { correction: { replaces: 1, reason, changed: "" } });
  for (const same of [reason, ` ${reason}\n`])
    expect((await ask("correctVisit", { ...correct, reason: same })).body).toEqual({
      result: true,
      invoiceNumber: 2,
    });
  for (const other of [{ reason: "A\u0001B" }, { replacesInvoice: 2 }, { reason: 1 }])
    await refused("correctVisit", { ...correct, ...other });
  for (const each of [...voids, { ...voids[0], reason: 1 }, { reason }]) await refused("voidInvoice", each);
  expect(await server.store.events.invoicesOf(visitId)).toMatchObject([{}, { state: "standing" }]);
  const viewer = { name: "casey", userId: 1, practices: [] };
  const { eventId = "" } = voids[0] ?? {};
  const caller = { remoteAddress: "127.0.0.1", session: "" };
  const action = { kind: "void", eventId, invoiceNumber: 2, reason, caller } as const;
  await server.store.visits.change(visitId, action, viewer, server.clock.now);
  expect((await ask("voidInvoice", voids[0] ?? {})).body).toMatchObject({
    invoiceNumber: 2,
    visit: { state: "voided" },
  });
  await refused("voidInvoice", voids[1] ?? {});
  await refused("voidInvoice", { ...voids[0], reason: "A\u0001B" });
});
