import { expect, test } from "vitest";
import { buildCharge, buildEvent, buildGuid, buildPayment } from "#room/testing/builders.ts";
import { daySheet } from "#room/contract/schemas/day-sheet.ts";
import { ask, casey, charge, robin, server, signInCasey, visitId, serverOfEach } from "./test-visits.ts";

serverOfEach();

const cleared = { canAutoCharge: true, stopProcessing: false, manualReviewNeeded: false };
const day = { from: "2026-11-02", to: "2026-11-02" };
const usd = (amount: number) => ({ currency: "USD", amount });
const linesOf = (cpt: string, amount: number) => ({
  charges: [buildCharge(1, [], { cpt, quantity: 2, charge: usd(amount), providerId: buildGuid(4, 1) })],
  payments: [buildPayment(1, { amount: usd(20), paymentType: "Card", paymentCategory: "Copay" })],
});

async function subjectsOf(action: string) {
  const rows = await server.store.db
    .selectFrom("audit_entry")
    .select("subject")
    .where("action", "=", action)
    .orderBy("seq")
    .execute();
  return rows.map(({ subject }) => subject);
}

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
  await ask("getDaySheet", { ...day, by: "code", isExport: true });
  await ask("getReport", { ...day, report: "average", code: "Ann Smith", isExport: true });
  await ask("getReport", { ...day, report: "average", code: "99214-25", isExport: true });
  expect(await subjectsOf("exported list")).toEqual([
    "day-sheet from=2026-11-02 to=2026-11-02",
    "report:average from=2026-11-02 to=2026-11-02 code=…",
    "report:average from=2026-11-02 to=2026-11-02 code=99214-25",
  ]);
  await ask("closeDay", { day: day.from });
  const kept = await ask("getDaySheet", { ...day, by: "code", asClosed: true });
  expect(kept.body).toMatchObject({ isClosed: true, rows: [{ id: "99214" }, { id: "99213" }] });
});

test("a day is closed only with the figures seen", async () => {
  await charge(1, cleared, linesOf("99213", 100.1));
  const markOf = async (dateOf: string) =>
    daySheet.parse((await ask("getDaySheet", { ...day, dateOf })).body).figuresMark;
  const seen = { day: day.from, dateOf: "charge", figuresMark: await markOf("charge") };
  expect(await markOf("charge")).toBe(seen.figuresMark);
  const event = buildEvent({ seed: 2, audit: cleared, visit: { visitId, ...linesOf("99213", 100.1) } });
  await ask("correctVisit", { autoChargedEvent: event, replacesInvoice: 1, reason: "Provider" });
  for (const figuresMark of [seen.figuresMark, ""]) {
    const late = await ask("closeDay", { ...seen, figuresMark });
    expect(late).toMatchObject({ status: 409, refusal: { errorCode: "DayChanged" } });
  }
  expect((await ask("getDaySheet", day)).body).toMatchObject({ isClosed: false });
  await charge(3, { canAutoCharge: false, withholdReason: "Papers" }, { visitId: buildGuid(2, 3) });
  const held = { ...seen, figuresMark: await markOf("charge") };
  await ask("closeVisit", { visitId: buildGuid(2, 3), reason: "No charge" });
  for (const dateOf of ["charge", undefined])
    expect((await ask("closeDay", { ...held, dateOf })).status).toBe(409);
  const now = { ...seen, figuresMark: await markOf("charge") };
  const byCharge = { ...now, dateOf: undefined };
  for (const request of [now, byCharge, seen, now]) expect((await ask("closeDay", request)).status).toBe(200);
  expect(await subjectsOf("closed day")).toEqual([`day:${day.from}`]);
});

test("a sheet names nobody else to a clerk", async () => {
  await ask("closeDay", { day: day.from });
  await charge(1, cleared, linesOf("99213", 100));
  await charge(2, cleared, { visitId: buildGuid(2, 2) }, robin);
  server.clock.now += 86_400_000;
  await signInCasey();
  await ask("voidInvoice", { eventId: buildGuid(1, 9), visitId, invoiceNumber: 1, reason: "Twice" });
  // Both are late: the whole clinic’s day was closed before.
  const { practiceId } = buildEvent({ seed: 1 }).visitCharged;
  await ask("closeDay", { day: day.from, practiceId });
  await server.store.users.change("robin", { role: "clerk" });
  robin["authorization"] = `Bearer ${await server.signIn("robin")}`;
  for (const asClosed of [false, true]) {
    const of = { ...day, practiceId, dateOf: "service", asClosed };
    const told = async (as?: Record<string, string>) => {
      const { rows, late } = daySheet.parse((await ask("getDaySheet", of, as)).body);
      const people = rows.filter(({ by }) => by === "person").map(({ id }) => id);
      const by = late.invoices.map(({ chargedBy, endedBy }) => [chargedBy, endedBy]);
      const [paid] = buildEvent({ seed: 1 }).visitCharged.payments ?? [];
      expect(late.invoices.map((each) => each.paid)).toEqual([paid?.amount, paid?.amount]);
      return [people.toSorted(), by, late.invoices[0]?.endedAt];
    };
    const voidedAt = "2026-11-03T09:00:00.0000000";
    expect(await told()).toEqual([
      ["casey", "robin"],
      [
        ["casey", "casey"],
        ["robin", undefined],
      ],
      voidedAt,
    ]);
    expect(await told(robin)).toEqual([
      ["robin"],
      [
        [undefined, undefined],
        ["robin", undefined],
      ],
      voidedAt,
    ]);
  }
});

test("a closed day's sheet is of no part of it", async () => {
  await charge(1, cleared, linesOf("99213", 100));
  await ask("closeDay", { day: day.from });
  const closed = async (part: object) => (await ask("getDaySheet", { ...day, ...part })).body["closed"];
  expect(await closed({})).toMatchObject({ hasSheet: true });
  const id = buildGuid(4, 1);
  const parts = { providerId: id, payerId: id, code: "99213", person: "casey", without: ["provider"] };
  for (const [fieldName, value] of Object.entries(parts)) {
    const part = { [fieldName]: value };
    expect(await closed(part)).toMatchObject({ hasSheet: false });
    const { status, refusal } = await ask("getDaySheet", { ...day, asClosed: true, ...part });
    expect({ status, refusal }).toMatchObject({ status: 400, refusal: { errors: [{ fieldName }] } });
  }
});

test("figures by payer are of whom the invoice bills", async () => {
  const payerId = buildGuid(5, 1);
  const bills = [true, false, null];
  const charges = bills.map((billtoPayer, at) =>
    buildCharge(at, [], { charge: usd(10 ** at), payerId, billtoPayer }),
  );
  await charge(1, cleared, { charges, payments: [] });
  const { body } = await ask("getDaySheet", { ...day, by: "payer" });
  expect(body).toMatchObject({
    rows: [
      { id: "", lines: 2, charged: usd(110) },
      { id: payerId, lines: 1, charged: usd(1) },
    ],
  });
  expect((await ask("getDaySheet", { ...day, payerId })).body).toMatchObject({
    totals: [{ charged: usd(1) }],
  });
  const patients = { ...day, without: ["payer"] };
  expect((await ask("getDaySheet", patients)).body).toMatchObject({ totals: [{ charged: usd(110) }] });
  expect((await ask("getDaySheet", { ...patients, payerId })).refusal).toMatchObject({
    errors: [{ fieldName: "without" }],
  });
  for (const [of, lines] of [[{ ...day, payerId }, 1] as const, [patients, 2] as const]) {
    const file = await server.post("/json/reply/ExportInvoiceLinesRequest", of, casey);
    expect(file.text.trim().split("\n")).toHaveLength(1 + lines);
  }
  const total = async (filter: object) =>
    (await ask("listVisits", { states: ["charged"], ...filter })).body["total"];
  expect([await total({ payerId }), await total({ without: ["payer"] })]).toEqual([1, 1]);
  // No line is both.
  expect(await total({ payerId, without: ["payer"] })).toBe(0);
});

test("a code that figures don't have hides no money", async () => {
  for (const [at, cpt] of ["CASH", "99213-25", "G0008"].entries())
    await charge(at + 1, cleared, { visitId: buildGuid(2, at + 1), ...linesOf(cpt, 50) });
  const of = async (code: string) => ask("getDaySheet", { ...day, code });
  for (const code of ["CASH", " cash ", "99213-25", "992"])
    for (const key of ["getDaySheet", "listVisits", "exportVisits"] as const) {
      const { status, refusal } = await ask(key, { ...day, states: ["charged"], code });
      expect({ key, status, refusal }).toMatchObject({
        status: 400,
        refusal: { errors: [{ fieldName: "code" }] },
      });
    }
  const listed = async (filter: object) => (await ask("listVisits", { states: ["charged"], ...filter })).body;
  for (const code of [" g0008", "G0008", "g0008\r\n"])
    expect(await listed({ code })).toMatchObject({ total: 1 });
  expect(await listed({ code: " " })).toMatchObject({ total: 3 });
  expect(await listed({ without: ["code"] })).toMatchObject({ total: 2 });
  expect((await of(" g0008")).body).toMatchObject({ totals: [{ charged: usd(50) }] });
  expect((await of(" ")).body).toMatchObject({ totals: [{ charged: usd(150) }] });
});

test("figures without a name open just their visits", async () => {
  const withoutIds = buildCharge(1, [], { providerId: null, payerId: null, cpt: "99213-X" });
  const half = buildCharge(2, [], { providerId: null });
  await charge(1, cleared, { visitId: buildGuid(2, 1), charges: [withoutIds, buildCharge(3, [])] });
  await charge(2, cleared, { visitId: buildGuid(2, 2), charges: [half] });
  await charge(3, cleared, { visitId: buildGuid(2, 3) });
  const sheet = await ask("getDaySheet", day);
  const rows = daySheet.parse(sheet.body).rows.filter(({ id }) => id === "");
  expect(rows.map(({ by, visits }) => [by, visits])).toEqual([
    ["provider", 2],
    ["payer", 1],
    ["code", 1],
  ]);
  const listed = async (filter: object) => (await ask("listVisits", { states: ["charged"], ...filter })).body;
  for (const { by, visits } of rows) expect(await listed({ without: [by] })).toMatchObject({ total: visits });
  expect(await listed({ without: ["provider"], code: half.cpt })).toMatchObject({ total: 1 });
  expect(await listed({ without: ["person"] })).toMatchObject({ total: 0 });

  const held = { canAutoCharge: false, withholdReason: "" };
  const noProvider = { charges: [{ ...half, payerId: null }] };
  await charge(4, held, { visitId: buildGuid(2, 4), ...noProvider });
  await charge(5, { ...held, withholdReason: "Papers missing" }, { visitId: buildGuid(2, 5) });
  const states = ["withheld"];
  for (const lack of ["provider", "payer"])
    for (const wasHeld of [undefined, true])
      expect(await listed({ states, wasHeld, without: [lack] }), lack).toMatchObject({ total: 1 });
  // A held event always has a reason, if only of ours.
  expect(await listed({ states, without: ["reason"] })).toMatchObject({ total: 0 });
});

test("a correction or void counts on its own day's slip", async () => {
  const card = "Card|Copay";
  const dayAfter = { from: "2026-11-03", to: "2026-11-03" };
  const slipOf = async (days: object) => {
    const { payments, totals } = daySheet.parse((await ask("getDaySheet", days)).body);
    const kinds = payments.map((each) => [each.paymentType, each.count, each.amount.amount]);
    return { kinds, paid: totals[0]?.paid?.amount ?? 0 };
  };
  const opened = async (days: { from: string; to: string }, payment: string) => {
    const paid = { payment, paidDayFrom: days.from, paidDayTo: days.to };
    return (await ask("listVisits", { states: ["charged", "voided"], ...paid })).body;
  };
  const other = buildGuid(2, 2);
  await charge(1, cleared, linesOf("99213", 100));
  await charge(2, cleared, { visitId: other, ...linesOf("99213", 80) });
  const filed = { kinds: [["Card", 2, 40]], paid: 40 };
  expect(await slipOf(day)).toEqual(filed);

  server.clock.now += 86_400_000;
  await signInCasey();
  const visit = { visitId, ...linesOf("99214", 150) };
  const cash = buildPayment(2, { amount: usd(5), paymentType: "Cash", paymentCategory: "Copay" });
  const event = buildEvent({
    seed: 3,
    audit: cleared,
    visit: { ...visit, payments: [...visit.payments, cash] },
  });
  await ask("correctVisit", { autoChargedEvent: event, replacesInvoice: 1, reason: "Level" });
  await ask("voidInvoice", { eventId: buildGuid(1, 9), visitId: other, invoiceNumber: 2, reason: "Twice" });
  expect(await slipOf(day)).toEqual({ ...filed, paid: 0 });
  expect(await slipOf(dayAfter)).toEqual({
    kinds: [
      ["Card", -1, -20],
      ["Cash", 1, 5],
    ],
    paid: 25,
  });
  expect(await slipOf({ ...dayAfter, from: day.from })).toEqual({
    kinds: [
      ["Card", 1, 20],
      ["Cash", 1, 5],
    ],
    paid: 25,
  });
  expect(await opened(day, card)).toMatchObject({ total: 2 });
  expect(await opened(dayAfter, card)).toMatchObject({ total: 1 });
  expect(await opened(dayAfter, "Cash|Copay")).toMatchObject({ total: 1 });
  const service = { from: "2026-11-01", to: "2026-11-30", dateOf: "service" };
  expect(await slipOf(service)).toMatchObject({
    kinds: [
      ["Card", 1, 20],
      ["Cash", 1, 5],
    ],
    paid: 25,
  });
});

test("another practice's payment opens no visit of one's own", async () => {
  const [own, former] = [buildGuid(5, 1), buildGuid(5, 2)];
  await charge(1, cleared, { practiceId: former, ...linesOf("99213", 100) });
  const moved = { visitId, practiceId: own, ...linesOf("99213", 100) };
  const event = buildEvent({ seed: 2, audit: cleared, visit: { ...moved, payments: [] } });
  server.clock.now += 86_400_000;
  await signInCasey();
  await ask("correctVisit", { autoChargedEvent: event, replacesInvoice: 1, reason: "Practice" });
  const listed = async (filter: object) =>
    (await ask("listVisits", { states: ["charged"], practiceId: own, ...filter })).body;
  const paid = { payment: "Card|Copay", paidDayFrom: day.from, paidDayTo: day.to };
  expect(await listed({})).toMatchObject({ total: 1 });
  expect(await listed(paid)).toMatchObject({ total: 0 });
  expect(await listed({ ...paid, practiceId: undefined })).toMatchObject({ total: 1 });
});

test("a day is closed once its clocks have begun it", async () => {
  const [ahead, behind, other] = [buildGuid(9, 5), buildGuid(9, 6), buildGuid(9, 7)];
  const save = (version: number, id: string, timeZone: string) =>
    ask("saveDirectory", { version, entries: [{ kind: "practice", id, name: timeZone, timeZone }] });
  const closedAt = async (now: string) => {
    server.clock.now = Date.parse(now);
    await signInCasey();
    const statuses: number[] = [];
    for (const practiceId of [undefined, ahead, behind, other])
      statuses.push((await ask("closeDay", { day: "2026-11-03", practiceId })).status);
    return statuses;
  };
  await save(0, ahead, "Pacific/Auckland");
  expect(await closedAt("2026-11-02T12:00:00Z")).toEqual([400, 200, 400, 400]);
  await save(1, behind, "Pacific/Honolulu");
  expect(await closedAt("2026-11-03T05:00:00Z")).toEqual([400, 200, 400, 200]);
  expect(await closedAt("2026-11-03T12:00:00Z")).toEqual([200, 200, 200, 200]);
});
