import { afterEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { sessionKeyOf } from "./test-session.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { buildCharge, buildEvent, buildGuid } from "#room/testing/builders.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";

const path = "/AutoChargeEntry/Billing/ChargedVisit";
const invoicePath = "/json/reply/GetVisitInvoiceRequest";

function eventOf(eventIndex: number, visitIndex: number, changes: Partial<AutoChargedEvent> = {}) {
  const event = buildEvent();
  return {
    ...event,
    eventId: buildGuid(1, eventIndex),
    visitCharged: { ...event.visitCharged, visitId: buildGuid(2, visitIndex) },
    audit: { ...event.audit, canAutoCharge: true, stopProcessing: false, manualReviewNeeded: false },
    ...changes,
  };
}

describeOnBothEngines("auto-charge over HTTP", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start() {
    server = await startTestServer({}, { databaseUrl: await stores.fresh() });
    const { post, send } = server;
    const headers = { "x-ss-id": await sessionKeyOf(server, "casey") };
    return {
      store: server.store,
      charge: (event: unknown) => post(path, { AutoChargedEvent: event }, headers),
      chargeText: async (body: string) => {
        const { status, text } = await send(path, { headers, body });
        const answer: unknown = JSON.parse(text);
        return { status, body: answer };
      },
      visit: async (visitIndex: number) =>
        (await post("/json/reply/GetVisitRequest", { visitId: buildGuid(2, visitIndex) }, headers)).body,
      report: async (name: string) => {
        const days = { from: "2000-01-01", to: "2000-01-02" };
        return (await post("/json/reply/GetReportRequest", { report: name, ...days }, headers)).status;
      },
      invoiceOf: async (visitIndex: number) => {
        const { body } = await post(invoicePath, { visitId: buildGuid(2, visitIndex) }, headers);
        return body["invoice"];
      },
    };
  }

  test("refuses other content or a second event with 409", async () => {
    const { charge, invoiceOf, store } = await start();
    expect((await charge(eventOf(1, 1))).body).toEqual({ result: true });
    const reused = await charge(eventOf(1, 2));
    expect(reused.status).toBe(409);
    expect(reused.body).toMatchObject({ responseStatus: { errorCode: "EventIdReused" } });
    const again = await charge(eventOf(2, 1));
    expect(again.status).toBe(409);
    const message = expect.stringContaining("Another submission has charged this visit");
    expect(again.body).toMatchObject({ responseStatus: { errorCode: "VisitAlreadyInvoiced", message } });
    expect(await invoiceOf(2)).toBeUndefined();
    expect(await store.events.countInvoices()).toBe(1);
  });

  test("takes an id in another spelling as the same", async () => {
    const { charge, invoiceOf, store } = await start();
    const spelled = (guid: string) => ` {${guid.toUpperCase()}} `;
    const event = eventOf(0xa1, 0xb1);
    const { visitId, practiceId } = event.visitCharged;
    const ids = { visitId: spelled(visitId), practiceId: spelled(practiceId) };
    const visitCharged = { ...event.visitCharged, ...ids };
    const other = { ...event, eventId: spelled(event.eventId), visitCharged };
    expect((await charge(other)).body).toEqual({ result: true });
    expect((await charge(event)).body).toEqual({ result: true });
    expect(await invoiceOf(0xb1)).toMatchObject({ visitId, practiceId, eventId: event.eventId });
    const second = await charge({ ...other, eventId: buildGuid(1, 2) });
    expect(second.body).toMatchObject({ responseStatus: { errorCode: "VisitAlreadyInvoiced" } });
    expect(await store.events.countEvents()).toBe(1);
  });

  test.each([
    [50_000_000_000_000, 1],
    [-90_000_000_000_000, 1],
    [999_999_999.99, 2],
  ])("refuses %d dollars that figures could not add up", async (amount, lines) => {
    const { charge, report, store } = await start();
    const money = { currency: "USD", amount };
    const charges = Array.from({ length: lines }, (_line, index) =>
      buildCharge(index, [], { charge: money }),
    );
    for (const index of [1, 2]) {
      const event = eventOf(index, index);
      const visitCharged = { ...event.visitCharged, charges, payments: [] };
      const { status, body } = await charge({ ...event, visitCharged });
      expect(status).toBe(400);
      expect(body).toMatchObject({ responseStatus: { errorCode: "ScalePrecision" } });
    }
    expect(await store.events.countEvents()).toBe(0);
    // What the refused events say is no amount of their visits either.
    expect(await report("aging")).toBe(200);
  });

  test("minds too many digits only where a number counts", async () => {
    const { charge, chargeText, invoiceOf, visit } = await start();
    const text = (index: number) => JSON.stringify({ AutoChargedEvent: eventOf(index, index) });
    const ticks = '{"ticks":638976123456789012,"AutoChargedEvent":{"ticks":[1e400],';
    const unknown = await chargeText(text(1).replace('{"AutoChargedEvent":{', ticks));
    expect(unknown).toEqual({ status: 200, body: { result: true } });
    expect(await invoiceOf(1)).toMatchObject({ eventId: buildGuid(1, 1) });
    // The same event, without what the interface doesn't have, is another content.
    expect((await charge(eventOf(1, 1))).status).toBe(409);

    const amount = /"amount":[\d.]+/;
    const fieldName = "AutoChargedEvent.visitCharged.charges[0].charge.amount";
    for (const digits of ["9007199254740993", "100.00000000000000001"]) {
      const known = await chargeText(text(2).replace(amount, `"amount":${digits}`));
      const message = "'amount' has more digits than can be kept.";
      const errors = [{ errorCode: "ScalePrecision", fieldName, message }];
      expect(known).toMatchObject({ status: 400, body: { responseStatus: { errors } } });
    }
    expect(await visit(2)).toMatchObject({ visit: { state: "refused" }, events: [{}, {}] });
  });

  test.each([1e308, 1e-30])("refuses %d units, which figures could not add up", async (quantity) => {
    const { charge, store } = await start();
    const event = eventOf(1, 1);
    const charges = [buildCharge(0, [], {}), buildCharge(1, [], { quantity })];
    const { status, body } = await charge({ ...event, visitCharged: { ...event.visitCharged, charges } });
    expect(status).toBe(400);
    const errors = [{ fieldName: "AutoChargedEvent.visitCharged.charges[1].quantity" }];
    expect(body).toMatchObject({ responseStatus: { errorCode: "InclusiveBetween", errors } });
    expect(await store.events.countEvents()).toBe(0);
  });

  test("refuses sums that are not exact, and stores nothing", async () => {
    const { charge, store } = await start();
    const event = eventOf(1, 1);
    const most = { currency: "USD", amount: 90_000_000_000_000 };
    const charges = [0, 1].map((index) => buildCharge(index, [], { charge: most, billable: true }));
    const { status, body } = await charge({
      ...event,
      visitCharged: { ...event.visitCharged, charges, payments: [] },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ responseStatus: { errorCode: "ScalePrecision" } });
    expect(await store.events.countEvents()).toBe(0);
  });

  test.each([
    { stopProcessing: true },
    { manualReviewNeeded: true },
    { canAutoCharge: false },
    { canAutoCharge: null },
  ])("withholds a visit by %o and makes no invoice", async (verdict) => {
    const { charge, invoiceOf, store } = await start();
    const event = eventOf(1, 1);
    const withheld = { ...event, audit: { ...event.audit, ...verdict, withholdReason: "Look at it" } };
    expect((await charge(withheld)).body).toEqual({ result: false });
    expect((await charge(withheld)).body).toEqual({ result: false });
    const visit = await store.visits.find({ visitId: buildGuid(2, 1), eventId: "" });
    const { events } = (visit && (await store.visits.story(visit, { eventId: "" }))) ?? {};
    expect(events).toMatchObject([{ outcome: "withheld", reason: "Look at it" }]);
    expect(await invoiceOf(1)).toBeUndefined();
    expect(await store.events.countEvents()).toBe(1);
    expect((await charge(eventOf(2, 1))).body).toEqual({ result: true });
  });

  test("answers 200 identical posts at once alike, with one invoice", async () => {
    const { charge, store } = await start();
    const answers = await Promise.all(Array.from({ length: 200 }, () => charge(eventOf(1, 1))));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`))).toEqual(
      new Set(['200 {"result":true}']),
    );
    expect(await store.events.countInvoices()).toBe(1);
    expect(await store.events.countEvents()).toBe(1);
  });

  test("makes one line per billable charge, exact to the cent", async () => {
    const { charge, invoiceOf } = await start();
    const event = eventOf(1, 1);
    const diagnosis = [{ icd10DiagCode: "J02.9", diagCodePk: buildGuid(3, 1), priority: 1 }];
    const usd = (amount: number) => ({ currency: "usd", amount });
    const charges = [
      {
        cpt: "99213",
        quantity: 1,
        charge: usd(0.1),
        modifier: ["25"],
        billable: true,
        billtoPayer: true,
        payerId: `{${"ABCDEF01-2345-6789-ABCD-EF0123456789"}}`,
        indicatedBy: [{ diagCodePk: buildGuid(3, 1) }, { icd10DiagCode: "R05.9" }],
      },
      { cpt: "NOTBILLED", quantity: 1, charge: usd(5), billable: false },
      { cpt: "87880", quantity: 2, charge: usd(0.2) },
    ];
    const payments = [{ amount: usd(0.15) }, { paymentType: "none" }, { amount: usd(0.14) }];
    await charge({ ...event, visitCharged: { ...event.visitCharged, charges, diagnosis, payments } });
    expect(await invoiceOf(1)).toEqual({
      invoiceNumber: 1,
      visitId: buildGuid(2, 1),
      practiceId: event.visitCharged.practiceId,
      eventId: buildGuid(1, 1),
      createdOn: "2026-11-02T09:00:00.0000000",
      createdBy: "casey",
      serviceDate: "2026-11-02",
      state: "standing",
      lines: [
        {
          lineNumber: 1,
          cpt: "99213",
          modifier: ["25"],
          quantity: 1,
          amount: { currency: "USD", amount: 0.1 },
          payerId: "abcdef0123456789abcdef0123456789",
          billtoPayer: true,
          diagnoses: ["J02.9", "R05.9"],
        },
        {
          lineNumber: 2,
          cpt: "87880",
          modifier: [],
          quantity: 2,
          amount: { currency: "USD", amount: 0.2 },
          billtoPayer: false,
          diagnoses: [],
        },
      ],
      payments: [
        { amount: { currency: "USD", amount: 0.15 } },
        { amount: { currency: "USD", amount: 0.14 } },
      ],
      total: { currency: "USD", amount: 0.3 },
      paid: { currency: "USD", amount: 0.29 },
      balance: { currency: "USD", amount: 0.01 },
    });
  });

  test("makes an empty invoice where nothing is billable", async () => {
    const { charge, invoiceOf } = await start();
    const event = eventOf(1, 1);
    const charges = event.visitCharged.charges.map((row) => ({ ...row, billable: false }));
    const visitCharged = { ...event.visitCharged, charges, payments: null };
    expect((await charge({ ...event, visitCharged })).body).toEqual({ result: true });
    expect(await invoiceOf(1)).toMatchObject({ lines: [], total: { amount: 0 }, balance: { amount: 0 } });
  });
});
