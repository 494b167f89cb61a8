import * as fc from "fast-check";
import { expect, test } from "vitest";
import { amountOfMinor, minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { type OperationKey, registry, type ResponseOf } from "#room/contract/registry.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import { type VisitRow, visitState } from "#room/contract/schemas/visit.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { everyInvoice } from "#room/server/store/figures/figure-scope.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { buildCharge, buildEvent, buildGuid, buildPayment } from "#room/testing/builders.ts";
import { ownClocks } from "./directory-now.ts";

const deeds = fc.constantFrom(
  ...(["charge", "charge", "charge", "withhold", "correct", "correct", "void", "close", "reopen"] as const),
  ...(["take", "release", "snooze", "note", "repeat", "reuse", "wait", "closeDay"] as const),
  ...(["zone", "zone", "merge", "wait", "closeDay"] as const),
);
const people = ["casey", "robin"] as const;

const draws = fc.record({
  deed: deeds,
  who: fc.constantFrom(...people),
  visit: fc.nat(2),
  /** How many of those that follow are done at the same time. */
  beside: fc.nat(2),
  /** What time passes, or which event is sent again. */
  count: fc.integer({ min: 1, max: 30 }),
  currency: fc.constantFrom("USD", "USD", "JPY", "KWD"),
  timeZone: fc.constantFrom("America/Los_Angeles", "Pacific/Auckland", undefined),
  serviceDate: fc.constantFrom("2026-10-31", "2026-11-02"),
  lines: fc.array(
    fc.record({
      cpt: fc.constantFrom("99213", "87880", "J1100"),
      minor: fc.constantFrom(0, 1, 2450, 12_010),
      billable: fc.constantFrom(true, true, true, false),
      quantity: fc.integer({ min: 1, max: 3 }),
      providerId: fc.constantFrom(null, buildGuid(4, 1), buildGuid(4, 2)),
      payerId: fc.constantFrom(null, buildGuid(5, 1), buildGuid(5, 2)),
      billtoPayer: fc.constantFrom(true, true, false, null),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  payments: fc.array(
    fc.record({ minor: fc.constantFrom(-500, 0, 1, 2000), type: fc.constantFrom("Card", "Cash") }),
    { maxLength: 2 },
  ),
});
type Draw = typeof draws extends fc.Arbitrary<infer D> ? D : never;

/** Minor units by currency; a currency that comes to nothing is left out. */
function sumOf(amounts: readonly (Money | null | undefined)[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const money of amounts) {
    if (!money) continue;
    const minor = minorUnits(money.amount, money.currency) ?? Number.NaN;
    sums.set(money.currency, (sums.get(money.currency) ?? 0) + minor);
  }
  return Object.fromEntries([...sums].filter(([, minor]) => minor !== 0));
}

const countOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** A clinic at which people and programs work on three visits at the same time. */
async function clinicAtWork(databaseUrl: string) {
  const server = await startTestServer({}, { databaseUrl });
  const sent: AutoChargedEvent[] = [];
  /** By whose events there are invoices, as their senders were told. */
  const told = new Map<string, AutoChargedEvent>();
  const signIn = async () =>
    Object.fromEntries(await Promise.all(people.map(async (name) => [name, await server.signIn(name)])));
  let sessions: Record<string, string> = await signIn();
  let seed = 0;

  const post = async (key: OperationKey, request: object, who = "casey") => {
    const headers = { authorization: `Bearer ${sessions[who]}` };
    const answer = await server.post(`/json/reply/${registry[key].name}`, request, headers);
    expect(answer.status, answer.text).toBeLessThan(500);
    return answer;
  };
  const ask = async <K extends OperationKey>(key: K, request: object): Promise<ResponseOf<K>> =>
    // The schema is the operation's own.
    registry[key].response.parse((await post(key, request)).body) as ResponseOf<K>;

  const eventOf = ({ visit, currency, serviceDate, lines, payments }: Draw, audit = {}) => {
    seed += 1;
    const money = (minor: number) => ({ currency, amount: amountOfMinor(minor, currency) });
    const charges = lines.map(({ minor, ...line }, index) => {
      const amounts = { charge: money(minor), paid: money(0), arAmount: money(minor) };
      return buildCharge(index, [], { ...line, ...amounts });
    });
    const paid = payments.map(({ minor, type }, index) =>
      buildPayment(index, { amount: money(minor), paymentType: type }),
    );
    const practiceId = buildGuid(9, visit % 2);
    const createdOn = `${serviceDate}T09:00:00`;
    const ids = { visitId: buildGuid(2, visit), practiceId, createdOn };
    return buildEvent({ seed, audit, visit: { ...ids, charges, payments: paid } });
  };
  const hear = async (event: AutoChargedEvent, answer: ReturnType<typeof post>) => {
    if ((await answer).body["result"] === true) told.set(event.eventId, event);
  };
  const send = (event: AutoChargedEvent, who: string) => {
    sent.push(event);
    return hear(event, post("chargeVisit", { AutoChargedEvent: event }, who));
  };

  /** Of the practice of a visit; the other one has the clinic’s clock. */
  const changePractice = async (change: { timeZone?: string | undefined; mergedInto?: string }) => {
    const { version } = await ask("listDirectory", {});
    const entries = [{ kind: "practice" as const, id: buildGuid(9, 0), name: "Eastgate", ...change }];
    const { status, body } = await post("saveDirectory", { version, entries });
    if (status !== 200)
      expect(body).toMatchObject({
        responseStatus: { errorCode: expect.stringMatching(/^(?:DirectoryChanged|ClosedDayMoved)$/) },
      });
  };

  const act = async (draw: Draw): Promise<unknown> => {
    const { deed, who, count } = draw;
    const visitId = buildGuid(2, draw.visit);
    const newest = async () =>
      (await ask("getVisitInvoice", { visitId })).invoices.at(-1)?.invoiceNumber ?? Number.NaN;
    switch (deed) {
      case "charge":
        return send(eventOf(draw), who);
      case "withhold":
        return send(eventOf(draw, { canAutoCharge: false, withholdReason: "Papers" }), who);
      case "repeat":
        return send(sent[count % sent.length] ?? eventOf(draw), who);
      case "reuse":
        return send({ ...eventOf(draw), eventId: (sent[count % sent.length] ?? eventOf(draw)).eventId }, who);
      case "correct": {
        const change = { replacesInvoice: await newest(), reason: "Level" };
        const event = eventOf(draw);
        return hear(event, post("correctVisit", { autoChargedEvent: event, ...change }, who));
      }
      case "void":
        return post("voidInvoice", { visitId, invoiceNumber: await newest(), reason: "Wrong visit" }, who);
      case "close":
        return post("closeVisit", { visitId, reason: "Duplicate" }, who);
      case "note":
        return post("noteVisit", { visitId, noteId: buildGuid(12, (seed += 1)), text: "Called" }, who);
      case "closeDay": {
        const day = new Date(server.clock.now - (count % 2) * 86_400_000);
        return post("closeDay", { day: day.toISOString().slice(0, 10) }, who);
      }
      case "zone":
        return changePractice({ timeZone: draw.timeZone });
      case "merge":
        return changePractice({ mergedInto: buildGuid(9, 1) });
      case "wait":
        server.clock.now += count * 3_600_000;
        sessions = await signIn();
        return undefined;
      default:
        return post(`${deed}Visit`, { visitId }, who);
    }
  };
  return { server, told, post, ask, act };
}
type Clinic = Awaited<ReturnType<typeof clinicAtWork>>;

/** All invoices of a visit, after its row, its story and they have been found to say the same. */
async function invoicesOf({ ask }: Clinic, row: VisitRow): Promise<readonly Invoice[]> {
  const { visitId } = row;
  const { visit, events } = await ask("getVisit", { visitId });
  expect(visit).toEqual(row);
  const { invoices: heads, invoice } = await ask("getVisitInvoice", { visitId });
  const numbers = heads.map(({ invoiceNumber }) => invoiceNumber);
  expect(invoice?.invoiceNumber).toBe(numbers.at(-1));
  expect(row.invoiceNumber).toBe(numbers.at(-1));
  expect(events.flatMap(({ invoiceNumber }) => invoiceNumber ?? []).sort((a, b) => a - b)).toEqual(numbers);
  expect(events).toHaveLength(row.eventCount);
  const standing = heads.filter(({ state }) => state === "standing");
  expect(standing).toHaveLength(row.state === "charged" ? 1 : 0);
  if (standing[0]) expect(row.amount).toEqual(standing[0].total);
  expect(row.state === "voided").toBe(heads.at(-1)?.state === "voided");
  expect(row.corrections ?? 0).toBe(heads.filter(({ state }) => state === "replaced").length);
  return Promise.all(
    numbers.map(async (invoiceNumber) => {
      const { invoice: one } = await ask("getVisitInvoice", { visitId, invoiceNumber });
      if (!one) throw new Error(`Invoice ${invoiceNumber} is not told`);
      expect(sumOf(one.lines.map(({ amount }) => amount))).toEqual(sumOf([one.total]));
      expect(sumOf(one.payments.map(({ amount }) => amount))).toEqual(sumOf([one.paid]));
      expect(sumOf([one.balance, one.paid])).toEqual(sumOf([one.total]));
      return one;
    }),
  );
}

/** A closed day has what was kept of it, and what came later: no other clock of a practice moves a charge there, or away. */
async function expectClosedDays({ server, ask }: Clinic): Promise<void> {
  const { store } = server;
  const clocks = await ownClocks(store.directory);
  for (const { day, closed_at: at, last_invoice: last } of await store.db
    .selectFrom("closed_day")
    .selectAll()
    .execute()) {
    const scope = { from: day, to: day };
    const { totals: kept } = await ask("getDaySheet", { ...scope, asClosed: true });
    const { totals, late } = await ask("getDaySheet", scope);
    const amounts = kept.map(({ charged }) => charged);
    for await (const some of store.chargedInvoices({ ...everyInvoice, ...scope, clocks }))
      for (const one of some) {
        const isNew = one.invoice_number > last;
        const isOver =
          one.ended_at !== null && (one.replaced_by === null ? one.ended_at > at : one.replaced_by > last);
        if (!isNew && !isOver) continue;
        expect(late.invoices.map(({ invoiceNumber }) => invoiceNumber)).toContain(one.invoice_number);
        if (isNew && isOver) continue;
        const minor = isNew ? one.total_minor : -one.total_minor;
        amounts.push({ currency: one.currency, amount: amountOfMinor(minor, one.currency) });
      }
    expect(sumOf(totals.map(({ charged }) => charged)), day).toEqual(sumOf(amounts));
  }
}

/** The list, the overview, the day sheet, the deposit slip and the files say what the visits and their invoices say. */
async function expectOneStory(clinic: Clinic): Promise<void> {
  const { server, told, post, ask } = clinic;
  const states = visitState.options;
  const { visits: rows } = await ask("listVisits", { states });
  const invoices = (await Promise.all(rows.map((row) => invoicesOf(clinic, row)))).flat();
  expect(invoices.map(({ invoiceNumber }) => invoiceNumber).sort((a, b) => a - b)).toEqual(
    invoices.map((_, index) => index + 1),
  );
  const billed = [...told.values()].map(({ eventId, visitCharged }) => {
    const amounts = visitCharged.charges.filter(({ billable }) => billable).map(({ charge }) => charge);
    return [eventId, sumOf(amounts)] as const;
  });
  expect(new Map(invoices.map(({ eventId, total }) => [eventId, sumOf([total])]))).toEqual(new Map(billed));
  const standing = invoices.filter(({ state }) => state === "standing");
  const linesOf = (some: readonly Invoice[]) => some.flatMap(({ lines }) => lines);

  const scope = {
    from: "2026-10-31",
    to: new Date(server.clock.now + 86_400_000).toISOString().slice(0, 10),
  };
  const sheet = await ask("getDaySheet", scope);
  const overview = await ask("summarizeVisits", scope);
  for (const state of states) {
    const those = rows.filter((row) => row.state === state);
    const amounts = sumOf(those.map(({ amount }) => amount));
    const listed = await ask("listVisits", { states: [state] });
    expect([listed.total, sumOf(listed.sums)], state).toEqual([those.length, amounts]);
    const group = overview.byState.find(({ name }) => name === state);
    expect([group?.count ?? 0, sumOf(group?.sums ?? [])], state).toEqual([those.length, amounts]);
    const uncharged = sheet.uncharged?.filter((part) => part.state === state) ?? [];
    const isUncharged = state !== "charged" && state !== "voided";
    expect(countOf(uncharged.map((part) => part.group.count)), state).toBe(isUncharged ? those.length : 0);
  }
  const perDay = (what: "charged" | "corrected") => countOf(overview.perDay.map((day) => day[what] ?? 0));
  expect(perDay("charged")).toBe(invoices.filter(({ replaces }) => replaces === undefined).length);
  expect(perDay("corrected")).toBe(invoices.filter(({ replaces }) => replaces !== undefined).length);

  const { totals } = sheet;
  const charged = sumOf(standing.map(({ total }) => total));
  const paid = sumOf(standing.map((invoice) => invoice.paid));
  const ended = sumOf(invoices.filter(({ state }) => state !== "standing").map(({ total }) => total));
  expect(sumOf(totals.map((total) => total.charged))).toEqual(charged);
  expect(sumOf(totals.map((total) => total.paid))).toEqual(paid);
  expect(sumOf(totals.map(({ arAmount }) => arAmount))).toEqual(
    sumOf(standing.map(({ balance }) => balance)),
  );
  expect(sumOf(totals.map(({ corrected }) => corrected))).toEqual(ended);
  expect(countOf(totals.map(({ visits }) => visits))).toBe(standing.length);
  expect(countOf(totals.map(({ lines }) => lines))).toBe(linesOf(standing).length);
  expect(countOf(totals.map(({ units }) => units))).toBe(
    countOf(linesOf(standing).map(({ quantity }) => quantity)),
  );
  for (const by of ["practice", "provider", "payer", "person", "code"] as const) {
    const parts = sheet.rows.filter((row) => row.by === by);
    expect(sumOf(parts.map((part) => part.charged)), by).toEqual(charged);
    expect(sumOf(parts.map((part) => part.corrected)), by).toEqual(ended);
  }
  for (const payer of ["", buildGuid(5, 1), buildGuid(5, 2)]) {
    const isTheirs = (line: Invoice["lines"][number]) =>
      (line.billtoPayer && line.payerId ? line.payerId : "") === payer;
    const theirs = linesOf(standing).filter(isTheirs);
    const parts = sheet.rows.filter(({ by, id }) => by === "payer" && id === payer);
    expect(sumOf(parts.map((part) => part.charged)), payer).toEqual(
      sumOf(theirs.map(({ amount }) => amount)),
    );
    const { total } = await ask("listVisits", {
      states: ["charged"],
      ...(payer === "" ? { without: ["payer"] } : { payerId: payer }),
    });
    expect(total, payer).toBe(standing.filter(({ lines }) => lines.some(isTheirs)).length);
  }
  expect(sumOf(sheet.payments.map(({ amount }) => amount))).toEqual(paid);
  for (const what of ["replaced", "voided"] as const) {
    const told = sheet.ended?.filter((sum) => sum.what === what) ?? [];
    const those = invoices.filter(({ state }) => state === what);
    expect(countOf(told.map(({ count }) => count)), what).toBe(those.length);
    expect(sumOf(told.map(({ amount }) => amount)), what).toEqual(sumOf(those.map(({ total }) => total)));
  }
  const days = await Promise.all(
    overview.perDay.map(({ date }) => ask("getDaySheet", { from: date, to: date })),
  );
  expect(sumOf(days.flatMap((day) => day.totals.map((total) => total.charged)))).toEqual(charged);
  expect(sumOf(days.flatMap((day) => day.payments.map(({ amount }) => amount)))).toEqual(paid);

  const fileLines = async (key: OperationKey, request: object) =>
    (await post(key, request)).text.trim().split("\n").length - 1;
  expect(await fileLines("exportInvoiceLines", scope)).toBe(linesOf(invoices).length);
  expect(await fileLines("exportVisits", { states })).toBe(rows.length);
}

describeOnBothEngines("visits", (stores) => {
  test("every view tells the same story of a visit", async () => {
    const work = fc.asyncProperty(
      fc.array(draws, { minLength: 20, maxLength: 40, size: "max" }),
      async (all) => {
        const clinic = await clinicAtWork(await stores.fresh());
        try {
          for (let at = 0; at < all.length;) {
            const now = all.slice(at, at + 1 + (all[at]?.beside ?? 0));
            at += now.length;
            // Whoever waits a day signs in again.
            if (now.some(({ deed }) => deed === "wait")) for (const one of now) await clinic.act(one);
            else await Promise.all(now.map(clinic.act));
          }
          await expectOneStory(clinic);
          await expectClosedDays(clinic);
        } finally {
          await clinic.server.stop();
        }
      },
    );
    await fc.assert(work, { numRuns: Number(process.env["STORY_RUNS"] ?? 2) });
  });
});
