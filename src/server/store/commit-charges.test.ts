import { expect, test } from "vitest";
import type { Store } from "./store.ts";
import { describeOnBothEngines } from "./test-stores.ts";
import {
  buildGuid,
  chargeOf,
  practices,
  refusedOf,
  startOfTests as now,
  take,
  viewer,
} from "./visits/test-visits.ts";

const visit = (index: number) => buildGuid(2, index);
const orphan = (index: number) => buildGuid(1, index);
const find = ({ visits }: Store, visitId: string) => visits.find({ visitId, eventId: "" });
const changeOf = async (store: Store, visitId: string) => (await find(store, visitId))?.change_number;
const reason = "Wrong level";
const correctionOf = (event: number, of: number, replaces: number) =>
  chargeOf(event, of, { correction: { replaces, reason, changed: "charges" } });

describeOnBothEngines("charges that are committed", (stores) => {
  test("number each change of a visit, without a gap", async () => {
    const store = await stores.open();
    const { events, visits } = store;
    await visits.keepRefused(refusedOf(1, undefined));
    expect(await changeOf(store, orphan(1))).toBe(1);
    await events.take(chargeOf(1, 7));
    expect([await changeOf(store, visit(7)), await changeOf(store, orphan(1))]).toEqual([2, 3]);
    await Promise.all([events.take(chargeOf(2, 2)), events.take(chargeOf(3, 3, { isWithheld: true }))]);
    const both = [await changeOf(store, visit(2)), await changeOf(store, visit(3))];
    expect(both.toSorted()).toEqual([4, 5]);
    await events.take(chargeOf(2, 2));
    await events.take(correctionOf(4, 2, 2));
    expect(await changeOf(store, visit(2))).toBe(6);
    const counter = await store.db
      .selectFrom("last_number")
      .where("name", "=", "invoice")
      .select(["value", "changes"])
      .execute();
    expect(counter).toEqual([{ value: 3, changes: 6 }]);
  });

  test("take turns with those of their visit that came together", async () => {
    const { events, visits } = await stores.open();
    const takeAll = (...records: ReturnType<typeof chargeOf>[]) =>
      Promise.all(records.map((record) => events.take(record)));
    const held = [1, 2].map((event) => chargeOf(event, 1, { isWithheld: true }));
    expect(await takeAll(...held)).toEqual([{ kind: "withheld" }, { kind: "withheld" }]);
    expect(await visits.recount()).toEqual([]);
    expect(
      await takeAll(chargeOf(3, 1), correctionOf(4, 1, 1), chargeOf(5, 1), correctionOf(6, 1, 2)),
    ).toEqual([
      { kind: "charged", invoiceNumber: 1 },
      { kind: "charged", invoiceNumber: 2 },
      { kind: "visit-already-invoiced" },
      { kind: "charged", invoiceNumber: 3 },
    ]);
  });

  test("close what their event waited as, if theirs", async () => {
    const store = await stores.open();
    const { events, visits } = store;
    const limited = { practices: [practices[0]] };
    const ofOthers = { visitCharged: { practiceId: practices[1], charges: [] } };
    await visits.keepRefused(refusedOf(1, undefined));
    await visits.keepRefused(refusedOf(2, undefined, { event: ofOthers }));
    await visits.keepRefused(refusedOf(3, undefined));
    for (const index of [1, 2]) await events.take(chargeOf(index, index, limited));
    expect((await find(store, orphan(1)))?.state).toBe("closed");
    expect(await find(store, orphan(2))).toMatchObject({ state: "refused", practice_id: practices[1] });
    // Its visit has the event's own id.
    await events.take(chargeOf(3, 3, { visitId: orphan(3) }));
    expect((await find(store, orphan(3)))?.state).toBe("charged");
    expect(await visits.recount()).toEqual([]);
  });

  test("know what a withheld event costs, and why it waits", async () => {
    const store = await stores.open();
    const { events, visits } = store;
    const held = chargeOf(1, 1, { isWithheld: true, amount: { currency: "EUR", minor: 5 } });
    const rulesLogs = [{ ruleName: "Links", status: "failed" }];
    const failed = { ...held.event, audit: { ...held.event.audit, rulesLogs } };
    await events.take({ ...held, event: failed });
    const row = await find(store, visit(1));
    expect(row).toMatchObject({ currency: "EUR", amount_minor: 5, rules: '["Links"]', reason: "Reason 1" });
    const told = row && (await visits.story(row, { eventId: "" }));
    expect(told?.events).toMatchObject([{ outcome: "withheld", receivedFrom: "engine", reason: "Reason 1" }]);
    const found = async () =>
      (await visits.counts([{ text: "99213", states: ["withheld", "charged"] }], viewer("lee"), now))[0]
        ?.total;
    expect(await found()).toBe(1);
    // What it failed matters no more once it is charged.
    await events.take(chargeOf(2, 1, { event: { ...failed, eventId: orphan(2) } }));
    expect(await find(store, visit(1))).toMatchObject({ state: "charged", rules: "", corrections: 0 });
    const [{ events: both = [] } = {}] = [row && (await visits.story(row, { eventId: "" }))];
    expect(both.map(({ outcome }) => outcome)).toEqual(["withheld", "charged"]);
  });

  test("keep of a visit charged at once its invoice alone", async () => {
    const store = await stores.open();
    await store.events.take(chargeOf(1, 1));
    for (const table of ["visit_word", "visit_event"] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test("do not bill unseen what a person closed without billing", async () => {
    const store = await stores.open();
    const { events, visits } = store;
    const casey = viewer("casey");
    const close = { kind: "close", reason: "Paid in cash" } as const;
    await events.take(chargeOf(1, 1, { isWithheld: true }));
    await visits.change(visit(1), close, casey, now);
    // The engine's next words, and those after them: nobody has looked yet.
    for (const index of [2, 3]) {
      const late = chargeOf(index, 1);
      expect(await events.take(late)).toEqual({ kind: "withheld" });
      expect(await events.take(late)).toEqual({ kind: "withheld" });
      expect(await find(store, visit(1))).toMatchObject({
        state: "withheld",
        is_open: 1,
        event_id: late.eventId,
        amount_minor: 10_000 + index,
        reason: "New charge for a visit closed without billing",
      });
    }
    const row = await find(store, visit(1));
    const told = row && (await visits.story(row, { eventId: "" }));
    expect(told?.events.at(-1)).toMatchObject({
      outcome: "withheld",
      reason: "New charge for a visit closed without billing",
    });
    // Closed once more, it says the same when it is reopened, and then a person has decided.
    await visits.change(visit(1), close, casey, now);
    await visits.change(visit(1), { kind: "reopen" }, casey, now);
    expect(await find(store, visit(1))).toMatchObject({
      state: "withheld",
      reason: "New charge for a visit closed without billing",
    });
    expect(await events.take(chargeOf(4, 1))).toMatchObject({ kind: "charged" });
    expect(await visits.recount()).toEqual([]);
  });

  test.each([
    ["taken", take("casey")],
    ["reopened", { kind: "reopen" }],
  ] as const)("bill a closed visit for whoever has %s it since", async (deed, action) => {
    const { db, events, visits } = await stores.open();
    const casey = viewer("casey");
    await events.take(chargeOf(1, 1, { isWithheld: true }));
    await visits.change(visit(1), { kind: "close", reason: "Paid in cash" }, casey, now);
    await events.take(chargeOf(2, 1));
    const late = { kind: "reopen", changeNumber: 2 } as const;
    expect(await visits.change(visit(1), late, casey, now)).toEqual({ kind: "newer-event" });
    for (const again of [action, action]) await visits.change(visit(1), again, casey, now);
    const deeds = await db.selectFrom("visit_deed").select("deed").orderBy("deed_id").execute();
    expect(deeds.map((each) => each.deed)).toEqual(["closed", deed]);
    expect(await events.take(chargeOf(3, 1))).toMatchObject({ kind: "charged" });
    // Older versions billed it at once: its charge is corrected like any.
    const closed = { visit_id: visit(1), at: now, deed: "closed", done_by: "casey", detail: null } as const;
    await db.insertInto("visit_deed").values(closed).execute();
    expect(await events.take(correctionOf(4, 1, 1))).toMatchObject({ kind: "charged" });
  });

  test("are in the trail as what they were", async () => {
    const store = await stores.open();
    const { events } = store;
    const held = chargeOf(2, 2, { isWithheld: true });
    for (const record of [chargeOf(1, 1), held, held, correctionOf(3, 1, 1), correctionOf(3, 1, 1)])
      await events.take(record);
    await events.take(chargeOf(4, 1));
    const same = chargeOf(5, 5);
    await Promise.all([events.take(same), events.take(same)]);
    const rows = await store.db.selectFrom("audit_entry").select(["action", "actor", "subject"]).execute();
    const about = (event: number, of: number) => `event:${buildGuid(1, event)}/visit:${visit(of)}`;
    const actor = "engine";
    const corrected = (invoice: number) => `${about(3, 1)}/invoice:${invoice}/replaces:1/changed:charges`;
    expect(rows).toEqual([
      { action: "charged", actor, subject: about(1, 1) },
      { action: "withheld", actor, subject: about(2, 2) },
      { action: "repeated charge", actor, subject: about(2, 2) },
      { action: "corrected", actor, subject: corrected(2) },
      { action: "repeated charge", actor, subject: corrected(2) },
      { action: "charged", actor, subject: about(5, 5) },
      { action: "repeated charge", actor, subject: about(5, 5) },
    ]);
  });
});
