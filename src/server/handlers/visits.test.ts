import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import {
  charge,
  withheld,
  ask,
  visitId,
  server,
  robin,
  casey,
  signInCasey,
  serverOfEach,
} from "./test-visits.ts";

serverOfEach();

describe("the clinic's queue on the wire", () => {
  test("lists withheld visits and shows them whole, with change number", async () => {
    await charge(1, withheld);
    const list = await ask("listVisits", {});
    expect(list.body).toMatchObject({
      total: 1,
      isTotalExact: true,
      sum: { currency: "USD", amount: 233.35 },
      changeNumber: 1,
      visits: [{ visitId, state: "withheld", lineCount: 3, serviceDate: "2026-11-02", noteCount: 0 }],
    });
    const { body } = await ask("getVisit", { eventId: buildGuid(1, 1) });
    expect(body).toMatchObject({
      autoChargedEvent: { eventId: buildGuid(1, 1) },
      events: [{ outcome: "withheld", reason: withheld.withholdReason, receivedFrom: "casey", errors: [] }],
      notes: [],
      history: [],
    });
    expect((await ask("getVisit", { visitId: buildGuid(2, 99) })).refusal?.errorCode).toBe("VisitNotFound");
    expect((await ask("getVisit", {})).status).toBe(400);
    expect((await server.post("/json/reply/ListVisitsRequest", {})).status).toBe(401);
  });

  test("keeps what the contract refused, with its faults and 409s", async () => {
    const broken = {
      ...buildEvent({ seed: 1 }),
      visitCharged: { visitId, practiceId: "no guid", charges: [] },
    };
    expect((await ask("chargeVisit", { AutoChargedEvent: broken })).status).toBe(400);
    expect((await ask("chargeVisit", { AutoChargedEvent: { eventId: "x" } })).status).toBe(400);
    const { body } = await ask("getVisit", { visitId });
    expect(body).toMatchObject({
      visit: { state: "refused", lineCount: 0 },
      autoChargedEvent: { visitCharged: { practiceId: "no guid" } },
      events: [{ outcome: "refused", errors: [{ fieldName: expect.stringContaining("practiceId") }, {}] }],
    });
    await charge(2);
    expect((await charge(3, {}, { visitId: buildGuid(2, 2) })).status).toBe(409);
    expect((await ask("getVisit", { visitId: buildGuid(2, 2) })).body).toMatchObject({
      visit: { state: "charged", eventCount: 2 },
      events: [{ outcome: "charged" }, { outcome: "refused" }],
    });
    expect((await ask("listVisits", {})).body["total"]).toBe(1);
  });

  test("names the holder, changes hands, closes only for its holder", async () => {
    await charge(1, withheld);
    const taken = await ask("takeVisit", { visitId });
    expect(taken.body["visit"]).toMatchObject({
      takenBy: "casey",
      takenUntil: "2026-11-02T09:30:00.0000000",
    });
    const late = await ask("takeVisit", { visitId }, robin);
    expect(late.status).toBe(409);
    expect(late.refusal).toMatchObject({
      errorCode: "VisitTaken",
      errors: [{ fieldName: "takenBy", message: "casey" }, { fieldName: "takenSince" }],
    });
    for (const [key, request] of [
      ["releaseVisit", { visitId }],
      ["snoozeVisit", { visitId }],
      ["closeVisit", { visitId, reason: "No" }],
    ] as const)
      expect((await ask(key, request, robin)).refusal?.errorCode).toBe("VisitTaken");
    const given = await ask("takeVisit", { visitId, takenBy: " ROBIN " });
    expect(given.body["visit"]).toMatchObject({ takenBy: "robin" });
    expect((await ask("takeVisit", { visitId, takenBy: "nobody", isTakeOver: true })).status).toBe(400);
    // Only from whom the caller saw with it.
    const from = (takeOverFrom: string) =>
      ask("takeVisit", { visitId, takenBy: "casey", isTakeOver: true, takeOverFrom });
    for (const other of ["dana", "", " \t"])
      expect((await from(other)).refusal?.errors?.[0]).toMatchObject({ message: "robin" });
    expect((await from(" Robin ")).body["visit"]).toMatchObject({ takenBy: "casey" });
    // Whose name is empty is the caller.
    expect((await ask("takeVisit", { visitId, takenBy: " " })).status).toBe(200);
    await ask("takeVisit", { visitId, takenBy: "robin" });
    const closed = await ask("closeVisit", { visitId, reason: " Billed on paper " }, robin);
    expect(closed.body["visit"]).toMatchObject({ state: "closed", reason: "Billed on paper" });
    expect((await ask("closeVisit", { visitId, reason: "Billed on paper" }, robin)).status).toBe(200);
    expect((await ask("takeVisit", { visitId })).refusal?.errorCode).toBe("VisitNotOpen");
    expect((await ask("reopenVisit", { visitId })).body["visit"]).toMatchObject({ state: "withheld" });
    // Assigned only to people who can see it and work on it.
    const { users } = server.store;
    const assigned = async () => (await ask("takeVisit", { visitId, takenBy: "robin" })).refusal?.message;
    await users.change("robin", { practices: [buildGuid(9, 7)] });
    expect(await assigned()).toContain("another practice");
    await users.change("robin", { role: "auditor" });
    expect(await assigned()).toContain("robin can’t work on visits");
    await users.change("robin", { disabled: true });
    expect(await assigned()).toContain("No user here is named “robin”");
    await charge(2, {}, { visitId });
    expect((await ask("reopenVisit", { visitId })).refusal?.errorCode).toBe("VisitNotClosed");
  });

  test.each([
    ["closes", "closeVisit", { reason: "Paid in cash" }],
    ["snoozes", "snoozeVisit", { until: "2026-11-03T00:00:00Z" }],
  ] as const)("%s no visit over an event not seen", async (_words, key, request) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const id = buildGuid(2, seed);
      await charge(seed, withheld);
      const close = () => ask(key, { visitId: id, eventId: buildGuid(1, seed), ...request });
      const arrive = () => charge(100 + seed, withheld, { visitId: id });
      const [closed] = await Promise.all(
        seed % 2 === 0 ? [close(), arrive()] : [nextTurn().then(close), arrive()],
      );
      expect([undefined, "VisitChanged"]).toContain(closed?.refusal?.errorCode);
      expect((await ask("getVisit", { visitId: id })).body["visit"]).toMatchObject({
        state: "withheld",
        eventId: buildGuid(1, 100 + seed),
      });
      const { refusal } = await close();
      expect(refusal?.errorCode).toBe("VisitChanged");
    }
  });

  test.each([
    ["closes", "closeVisit", { reason: "Paid in cash" }],
    ["snoozes", "snoozeVisit", { until: "2026-11-03T00:00:00Z" }],
  ] as const)("%s no visit over a note not seen", async (_words, key, request) => {
    await charge(1, withheld);
    await ask("noteVisit", { visitId, text: "The card is here: bill it" }, robin);
    const after = async (noteCount: number) => (await ask(key, { visitId, noteCount, ...request })).refusal;
    for (const wrong of [-1, 1.5, 1e308])
      expect(await after(wrong)).toMatchObject({ errorCode: "InclusiveBetween" });
    expect(await after(0)).toMatchObject({
      errorCode: "VisitChanged",
      message: expect.stringContaining("note") as string,
    });
    expect(await after(1)).toBeUndefined();
  });

  test("undoes no change that another one followed", async () => {
    await charge(1, withheld);
    const changed = async (...[key, request, as]: Parameters<typeof ask>) =>
      (await ask(key, { visitId, ...request }, as)).body["visit"] as {
        changeNumber: number;
        snoozedUntil?: string;
      };
    const undo = async ({ changeNumber }: { changeNumber: number }) =>
      (await ask("reopenVisit", { visitId, changeNumber })).refusal?.errorCode;
    const stateNow = async () => (await ask("getVisit", { visitId })).body["visit"];
    const snoozed = await changed("snoozeVisit", { until: "2026-11-03T00:00:00Z" });
    const closed = await changed("closeVisit", { reason: "Billed elsewhere" }, robin);
    expect(await undo(snoozed)).toBe("VisitChanged");
    expect(await stateNow()).toMatchObject({ state: "closed" });
    expect(await undo(closed)).toBeUndefined();
    expect(await stateNow()).toMatchObject({ state: "withheld" });
    const own = await changed("snoozeVisit", { until: "2026-11-03T00:00:00Z" });
    expect(own.snoozedUntil).toBe("2026-11-03T00:00:00.0000000");
    const later = await changed("snoozeVisit", {}, robin);
    expect(later.snoozedUntil).toBe("9999-12-31T23:59:59.9990000");
    expect(await undo(own)).toBe("VisitChanged");
    expect(await undo(later)).toBeUndefined();
    // It is open already, whoever opened it.
    expect(await undo(own)).toBeUndefined();
  });

  test("charges once and is free, even when taken over meanwhile", async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const id = buildGuid(2, seed);
      await charge(seed, withheld);
      await ask("takeVisit", { visitId: id });
      const send = (event: number, as: Record<string, string>) => charge(event, {}, { visitId: id }, as);
      const [own] = await Promise.all([
        send(100 + seed, casey),
        ask("takeVisit", { visitId: id, isTakeOver: true }, robin),
      ]);
      expect(own?.status).toBe(200);
      expect((await send(200 + seed, robin)).refusal?.errorCode).toBe("VisitAlreadyInvoiced");
      const { body } = await ask("getVisit", { visitId: id });
      expect(body["visit"]).toMatchObject({ state: "charged", eventId: buildGuid(1, 100 + seed) });
      expect(body["visit"]).not.toHaveProperty("takenBy");
    }
    expect(await server.store.events.countInvoices()).toBe(20);
  });

  test("takes the next by money and age, or says none", async () => {
    await charge(1, withheld);
    await charge(2, withheld, { charges: buildEvent({ charges: 9 }).visitCharged.charges });
    expect((await ask("takeNextVisit", {})).body["visit"]).toMatchObject({ visitId: buildGuid(2, 2) });
    await ask("snoozeVisit", { visitId, until: "2026-11-03T00:00:00Z" });
    expect((await ask("takeNextVisit", {}, robin)).body).toEqual({});
    for (const past of ["2026-11-01T00:00:00", "2026-11-02T09:00:00"])
      expect((await ask("snoozeVisit", { visitId, until: past })).status).toBe(400);
    await ask("reopenVisit", { visitId });
    for (const text of ["%", "_", "%%", "…", "“”", "\ufeff", " \ufeff "])
      expect((await ask("takeNextVisit", { text }, robin)).body).toEqual({});
    expect((await ask("takeNextVisit", { text: "linked" }, robin)).body["visit"]).toMatchObject({ visitId });
  });

  test("refuses a cursor of another list, pages by its own", async () => {
    for (let seed = 1; seed <= 5; seed += 1) await charge(seed, withheld);
    const first = await ask("listVisits", { limit: 3, sort: "amount" });
    const cursor = first.body["nextCursor"];
    const second = await ask("listVisits", { limit: 3, sort: "amount", cursor });
    expect([first.body["visits"], second.body["visits"]]).toMatchObject([{ length: 3 }, { length: 2 }]);
    expect(second.body["nextCursor"]).toBeUndefined();
    for (const wrong of [
      { sort: "age", cursor },
      { sort: "amount", states: ["closed"], cursor },
      { cursor: "W10" },
    ])
      expect((await ask("listVisits", wrong)).refusal?.errorCode).toBe("InvalidCursor");
  });

  test("of another practice is hidden on every route", async () => {
    const own = buildGuid(9, 0);
    const foreign = buildGuid(9, 1);
    await charge(1, withheld, { practiceId: foreign });
    await charge(2, {}, { practiceId: foreign });
    await charge(3, withheld, { practiceId: own });
    await server.store.users.change("robin", { practices: [own] });
    server.clock.now += 3000;
    const routes = [
      ["getVisit", { visitId }],
      ["getVisit", { eventId: buildGuid(1, 1) }],
      ["takeVisit", { visitId, isTakeOver: true }],
      ["releaseVisit", { visitId }],
      ["noteVisit", { visitId, text: "x" }],
      ["snoozeVisit", { visitId }],
      ["closeVisit", { visitId, reason: "x" }],
      ["reopenVisit", { visitId }],
      ["getVisitInvoice", { visitId: buildGuid(2, 2) }],
      ["listVisits", { practiceId: foreign }],
      ["takeNextVisit", { practiceId: foreign }],
      ["summarizeVisits", { practiceId: foreign }],
    ] as const;
    for (const [key, request] of routes) {
      const { status, refusal } = await ask(key, request, robin);
      expect([key, status, refusal?.errorCode]).toEqual([key, 403, "OutsideYourPractices"]);
    }
    const told = await server.store.db
      .selectFrom("audit_entry")
      .select("subject")
      .where("action", "=", "access refused")
      .where("actor", "=", "robin")
      .execute();
    expect(told.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([`GetVisitRequest, visit:${visitId}`, "ListVisitsRequest"]),
    );
    expect((await charge(4, {}, { practiceId: foreign }, robin)).status).toBe(403);
    expect((await charge(5, {}, { practiceId: own, visitId }, robin)).status).toBe(403);
    const states = ["withheld", "refused", "charged", "closed"];
    const list = await ask("listVisits", { states }, robin);
    expect(list.body).toMatchObject({ total: 1, visits: [{ practiceId: own }] });
    expect((await ask("listVisits", { states, text: visitId }, robin)).body["total"]).toBe(0);
    // Nor by a word of its note or of its reason.
    await ask("noteVisit", { visitId, text: "Blue folder" });
    expect((await ask("listVisits", { states, text: "Blue folder" })).body["total"]).toBe(1);
    expect((await ask("listVisits", { states, text: "Blue folder" }, robin)).body["total"]).toBe(0);
    expect((await ask("listVisits", { states, text: "linked" }, robin)).body["total"]).toBe(1);
    expect((await ask("listVisits", { states, visitIds: [visitId] }, robin)).body["total"]).toBe(0);
    expect((await ask("listChanges", { since: 0 }, robin)).body["visits"]).toEqual([buildGuid(2, 3)]);
    const summary = await ask("summarizeVisits", {}, robin);
    expect(summary.body["byState"]).toMatchObject([1, 0, 0, 0, 0].map((count) => ({ count })));
    const view = { viewId: buildGuid(11, 1), name: "All", filter: { states }, isShared: true };
    await ask("saveVisitView", view);
    expect((await ask("listVisitViews", { withTotals: true }, robin)).body["views"]).toMatchObject([
      { total: 1, owner: "casey", isOwn: false },
    ]);
    // A view shared by another user that filters for their practice is not told.
    const ofForeign = { ...view, viewId: buildGuid(11, 2), filter: { states, practiceId: foreign } };
    await ask("saveVisitView", ofForeign);
    expect((await ask("listVisitViews", { withTotals: true }, robin)).body["views"]).toMatchObject([
      { name: "All", total: 1 },
    ]);
    expect((await ask("listVisitViews", {})).body["views"]).toHaveLength(2);
    const removed = async (viewId: string, as?: Record<string, string>) =>
      (await ask("removeVisitView", { viewId }, as)).refusal?.errorCode;
    expect(await removed(view.viewId, robin)).toBe("NotYourView");
    await ask("saveVisitView", { ...view, isShared: false });
    expect(await removed(view.viewId, robin)).toBe("ViewNotFound");
    expect([await removed(view.viewId), await removed(view.viewId)]).toEqual([undefined, "ViewNotFound"]);
  });

  test("counts many saved views, of what they may ask for", async () => {
    await charge(1, withheld);
    for (let n = 1; n <= 20; n += 1) {
      const filter = { states: ["withheld"], text: n % 2 ? "" : "nowhere", visitIds: n % 3 ? 5 : [visitId] };
      await ask("saveVisitView", { viewId: buildGuid(11, n), name: `View ${n}`, filter });
    }
    const { body } = await ask("listVisitViews", { withTotals: true });
    const views = body["views"] as { name: string; total?: number }[];
    expect(views.map(({ name, total }) => [name, total])).toEqual(
      views.map(({ name }) => [name, Number(name.slice(5)) % 2]),
    );
    expect(views).toHaveLength(20);
  });

  test("sums up held and arrived by state, reason, age, day", async () => {
    await charge(1, withheld);
    server.clock.now += 3 * 86_400_000;
    await signInCasey();
    await charge(2, withheld);
    await charge(3, {}, { visitId });
    const { body } = await ask("summarizeVisits", { from: "2026-11-02" });
    expect(body["byState"]).toMatchObject([
      { name: "withheld", count: 1, sum: { amount: 233.35 } },
      { name: "refused", count: 0, sums: [] },
      { name: "charged", count: 1 },
      { name: "voided", count: 0 },
      { name: "closed", count: 0 },
    ]);
    expect(body["byReason"]).toMatchObject([{ name: withheld.withholdReason, count: 1 }]);
    expect(body["byAge"]).toMatchObject([{ name: "0-1", count: 1 }, {}, {}, { name: "8+", count: 0 }]);
    expect(body["perDay"]).toEqual([
      { date: "2026-11-02", charged: 0, corrected: 0, withheld: 1, refused: 0 },
      { date: "2026-11-03", charged: 0, corrected: 0, withheld: 0, refused: 0 },
      { date: "2026-11-04", charged: 0, corrected: 0, withheld: 0, refused: 0 },
      { date: "2026-11-05", charged: 1, corrected: 0, withheld: 1, refused: 0 },
    ]);
    expect(body["medianSecondsToCharge"]).toBe(3 * 86_400);
    expect(body["chargedAfterHold"]).toBe(1);
  });
});
