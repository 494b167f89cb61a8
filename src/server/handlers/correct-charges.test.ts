import { expect, test } from "vitest";
import { buildCharge, buildEvent, buildGuid } from "#room/testing/builders.ts";
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
  const spelled = (guid: string) => `{${guid.toUpperCase()}}`;
  const { eventId, visitCharged } = first.autoChargedEvent;
  const ids = { visitId: spelled(visitId), practiceId: spelled(visitCharged.practiceId) };
  const event = {
    ...first.autoChargedEvent,
    eventId: spelled(eventId),
    visitCharged: { ...visitCharged, ...ids },
  };
  const same = { ...first, autoChargedEvent: event, reason: ` ${first.reason} ` };
  for (const each of [same, first, same])
    expect((await ask("correctVisit", each)).body).toEqual({ result: true, invoiceNumber: 2 });
  const other = await ask("correctVisit", { ...first, reason: "Another" });
  expect(other).toMatchObject({ status: 409, refusal: { errorCode: "EventIdReused" } });
  for (const replacesInvoice of [1, 99]) {
    const late = await ask("correctVisit", correction(51, { replacesInvoice }));
    expect(late).toMatchObject({ status: 409, refusal: { errorCode: "InvoiceNotNewest" } });
  }
  const { body } = await ask("getVisitInvoice", { visitId });
  expect(body).toMatchObject({
    invoice: {
      invoiceNumber: 2,
      state: "standing",
      replaces: 1,
      eventId,
      practiceId: visitCharged.practiceId,
    },
    invoices: [{ state: "replaced", replacedBy: 2, endReason: "Wrong level of visit", endedBy: "casey" }, {}],
  });
  const visit = await ask("voidInvoice", voided);
  expect(visit.body).toMatchObject({ visit: { state: "voided", corrections: 1, reason: "Charged twice" } });
  expect((await ask("voidInvoice", voided)).status).toBe(200);
  expect((await charge(9, cleared, { visitId })).refusal).toMatchObject({
    errorCode: "VisitAlreadyInvoiced",
    message: expect.stringMatching(/was voided.*To bill it after all, send it as a new visit/),
  });
});

test("a reason that an invoice cannot show is refused", async () => {
  await charge(1, cleared);
  const reason = "Wrong\u0000 level";
  for (const answer of [
    await ask("correctVisit", correction(50, { reason })),
    await ask("voidInvoice", { visitId, invoiceNumber: 1, reason }),
  ])
    expect(answer).toMatchObject({ status: 400, refusal: { errors: [{ fieldName: "reason" }] } });
  const lines = { visitId, invoiceNumber: 1, reason: "Wrong level:\n\tsee note" };
  expect((await ask("voidInvoice", lines)).status).toBe(200);
});

test("a void needs no id, and repeats its answer", async () => {
  await charge(1, cleared);
  await ask("correctVisit", correction(50));
  const request = { visitId, invoiceNumber: 2, reason: "Charged twice" };
  const first = await ask("voidInvoice", request);
  expect(first.body).toMatchObject({ invoiceNumber: 2, voidedOn: "2026-11-02T09:00:00.0000000" });
  server.clock.now += 60_000;
  expect((await ask("voidInvoice", request)).body).toEqual(first.body);
  const same = { ...request, visitId: `{${visitId.toUpperCase()}}`, reason: " Charged twice\n" };
  expect((await ask("voidInvoice", same)).body).toEqual(first.body);
  expect(await ask("voidInvoice", { ...request, reason: "Another" })).toMatchObject({
    status: 409,
    refusal: { errorCode: "InvoiceNotNewest" },
  });
  const { voidedOn } = first.body as { voidedOn: string };
  expect((await ask("getVisitInvoice", { visitId })).body).toMatchObject({
    invoice: { voidedOn, endReason: "Charged twice", endEventId: expect.stringMatching(/^[\da-f]{32}$/) },
  });
});

test("an invoice says which of its days are closed", async () => {
  const { practiceId } = correction(1).autoChargedEvent.visitCharged;
  await ask("saveDirectory", {
    version: 0,
    entries: [{ kind: "practice", id: practiceId, name: "Eastgate", timeZone: "Pacific/Auckland" }],
  });
  // Nine in the morning in UTC is ten in the evening there.
  await charge(1, cleared, { createdOn: "2026-10-30T09:00:00" });
  const closed = async () => (await ask("getVisitInvoice", { visitId })).body["closedDays"];
  expect(await closed()).toEqual([]);
  await ask("closeDay", { day: "2026-10-30" });
  await ask("closeDay", { day: "2026-11-01" });
  await ask("closeDay", { day: "2026-11-02", practiceId: buildGuid(9, 7) });
  expect(await closed()).toEqual(["2026-10-30"]);
  await ask("closeDay", { day: "2026-11-02", practiceId });
  expect(await closed()).toEqual(["2026-10-30", "2026-11-02"]);
  const other = await ask("getVisitInvoice", { visitId: buildGuid(2, 7) });
  expect(other.body).toEqual({ invoices: [], closedDays: [] });
});

test("the trail names what differs, and no values", async () => {
  await charge(1, cleared);
  const request = correction(50);
  const [first] = request.autoChargedEvent.visitCharged.charges;
  if (first) first.cpt = "99214";
  await ask("correctVisit", request);
  await ask("voidInvoice", voided);
  await charge(9, cleared, { visitId });
  const rows = await server.store.db
    .selectFrom("audit_entry")
    .select(["actor", "action", "subject", "session"])
    .execute();
  const deeds = rows.filter(({ subject }) => subject?.startsWith("event:"));
  const byCasey = { actor: "casey", session: expect.stringMatching(/^\S{6,}$/) };
  expect(deeds).toEqual(Array.from({ length: 4 }, () => expect.objectContaining(byCasey)));
  const subjectOf = (action: string) => rows.find((row) => row.action === action)?.subject;
  expect(subjectOf("corrected")).toBe(
    `event:${buildGuid(1, 50)}/visit:${visitId}/invoice:2/replaces:1/changed:charges[0].cpt`,
  );
  expect(subjectOf("refused charge")).toBe(`event:${buildGuid(1, 9)}/visit:${visitId}: VisitAlreadyInvoiced`);
  expect(subjectOf("voided invoice")).toBe(`event:${voided.eventId}/visit:${visitId}/invoice:2`);
});

test("the trail names thirty members, and counts the rest", async () => {
  await charge(1, cleared);
  const { autoChargedEvent } = correction(50);
  const lines = autoChargedEvent.visitCharged.charges;
  const changed = async (seed: number, replacesInvoice: number, count: number) => {
    const more = Array.from({ length: count }, (_, index) => buildCharge(index + 9, []));
    const visitCharged = { ...autoChargedEvent.visitCharged, charges: [...lines, ...more] };
    const event = { ...autoChargedEvent, eventId: buildGuid(1, seed), visitCharged };
    const { body } = await ask(
      "correctVisit",
      correction(seed, { autoChargedEvent: event, replacesInvoice }),
    );
    expect(body).toEqual({ result: true, invoiceNumber: replacesInvoice + 1 });
    const rows = await server.store.db.selectFrom("audit_entry").select("subject").execute();
    const names = /changed:(.*)$/.exec(rows.at(-1)?.subject ?? "")?.[1]?.split(",") ?? [];
    return { length: names.length, last: names.at(-1) };
  };
  const last = `charges[${lines.length + 29}]`;
  expect(await changed(60, 1, 30)).toEqual({ length: 30, last });
  expect(await changed(61, 2, 61)).toEqual({ length: 31, last: "+1" });
});

test("nobody charges or corrects for another's practice", async () => {
  const [ours, theirs] = [buildGuid(9, 1), buildGuid(9, 2)];
  await server.store.users.change("robin", { practices: [ours] });
  server.clock.now += 2001;
  const no = { status: 403, refusal: { errorCode: "OutsideYourPractices" } };
  expect(await charge(1, cleared, { practiceId: theirs }, robin)).toMatchObject(no);
  expect(await charge(1, cleared, { practiceId: ours }, robin)).toMatchObject({ status: 200 });
  const { autoChargedEvent } = correction(50);
  const moved = { ...autoChargedEvent.visitCharged, practiceId: theirs };
  const request = correction(50, { autoChargedEvent: { ...autoChargedEvent, visitCharged: moved } });
  expect(await ask("correctVisit", request, robin)).toMatchObject(no);
  // Theirs, said to be ours.
  await charge(2, cleared, { practiceId: theirs });
  const stolen = { practiceId: ours, visitId: buildGuid(2, 2) };
  expect(await charge(3, cleared, stolen, robin)).toMatchObject(no);
  const claimed = { ...autoChargedEvent, visitCharged: { ...autoChargedEvent.visitCharged, ...stolen } };
  const asOurs = correction(50, { autoChargedEvent: claimed, replacesInvoice: 2 });
  expect(await ask("correctVisit", asOurs, robin)).toMatchObject(no);
  expect(await server.store.events.countInvoices()).toBe(2);
});

test("invoices that another practice sent are not shown", async () => {
  const [ours, theirs] = [buildGuid(9, 1), buildGuid(9, 2)];
  await charge(1, cleared, { practiceId: theirs });
  const { autoChargedEvent } = correction(50);
  const visitCharged = { ...autoChargedEvent.visitCharged, practiceId: ours };
  const moved = correction(50, { autoChargedEvent: { ...autoChargedEvent, visitCharged } });
  expect((await ask("correctVisit", moved)).status).toBe(200);
  await server.store.users.change("robin", { practices: [ours] });
  server.clock.now += 2001;
  const shown = async (as: typeof casey, request: object) =>
    (await ask("getVisitInvoice", { visitId, ...request }, as)).body;
  const [first, second] = [{ invoiceNumber: 1 }, { invoiceNumber: 2 }];
  expect(await shown(casey, first)).toMatchObject({ invoice: first, invoices: [{}, {}] });
  expect(await shown(robin, {})).toMatchObject({ invoice: second, invoices: [second] });
  const hidden = await shown(robin, first);
  expect(hidden).toMatchObject({ invoices: [second] });
  expect(hidden).not.toHaveProperty("invoice");
});

test("a correction that would be withheld is refused", async () => {
  await charge(1, cleared);
  const event = { ...correction(50).autoChargedEvent, audit: withheld };
  const { status, body } = await ask("correctVisit", correction(50, { autoChargedEvent: event }), robin);
  expect(status).toBe(400);
  expect(body).toMatchObject({ responseStatus: { errors: [{ fieldName: "autoChargedEvent.audit" }] } });
  expect((await ask("correctVisit", correction(50), { ...casey, authorization: "" })).status).toBe(401);
});
