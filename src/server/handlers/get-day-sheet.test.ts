import { expect, test } from "vitest";
import { buildCharge, buildEvent, buildGuid, buildPayment } from "#room/testing/builders.ts";
import { ask, charge, visitId, serverOfEach } from "./test-visits.ts";

serverOfEach();

const cleared = { canAutoCharge: true, stopProcessing: false, manualReviewNeeded: false };
const day = { from: "2026-11-02", to: "2026-11-02" };
const usd = (amount: number) => ({ currency: "USD", amount });
const linesOf = (cpt: string, amount: number) => ({
  charges: [buildCharge(1, [], { cpt, quantity: 2, charge: usd(amount), providerId: buildGuid(4, 1) })],
  payments: [buildPayment(1, { amount: usd(20), paymentType: "Card", paymentCategory: "Copay" })],
});

test("a day sheet has exactly the members of the wire", async () => {
  await charge(1, cleared, linesOf("99213", 100.1));
  const event = buildEvent({ seed: 2, audit: cleared, visit: { visitId, ...linesOf("99214", 150) } });
  await ask("correctVisit", { autoChargedEvent: event, replacesInvoice: 1, reason: "Level" });
  const { body } = await ask("getDaySheet", { ...day, by: "code" });
  const sums = { visits: 1, lines: 1, units: 2, charged: usd(150), corrected: usd(0) };
  expect(body).toMatchObject({
    rows: [
      { by: "code", id: "99214", name: "99214", ...sums },
      { by: "code", id: "99213", name: "99213", visits: 0, charged: usd(0), corrected: usd(100.1) },
    ],
    totals: [{ ...sums, corrected: usd(100.1), paid: usd(20), arAmount: usd(130) }],
    payments: [{ paymentType: "Card", paymentCategory: "Copay", count: 1, amount: usd(20) }],
    isClosed: false,
  });
  const { practiceId } = event.visitCharged;
  const people = await ask("getDaySheet", { ...day, by: "person", dateOf: "charge", practiceId });
  expect(people.body).toMatchObject({ rows: [{ by: "person", id: "casey", name: "casey", paid: usd(20) }] });
  await ask("closeDay", { day: day.from });
  const kept = await ask("getDaySheet", { ...day, by: "code", asClosed: true });
  expect(kept.body).toMatchObject({ isClosed: true, rows: [{ id: "99214" }, { id: "99213" }] });
});
