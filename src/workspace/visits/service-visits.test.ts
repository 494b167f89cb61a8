import "fake-indexeddb/auto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import { planOf } from "./send-plan.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildVisitRow } from "#room/testing/builders.ts";
import { ServiceVisits } from "./service-visits.ts";
import { unkeptEntry } from "./visit-entry.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";

const [visitId, eventId] = ["a".repeat(32), "e".repeat(32)];
const lease = 1000;

type Action =
  | { readonly kind: "take" | "take over" | "close" | "reopen" | "charge" | "release"; readonly by: string }
  | { readonly kind: "wait"; readonly ms: number };

const actions = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom("take", "take over", "close", "reopen", "charge", "release"),
      by: fc.constantFrom("casey", "dana"),
    }) as fc.Arbitrary<Action>,
    fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 2 * lease }) }),
  ),
  { maxLength: 30 },
);

/** What the service says of a visit; times in milliseconds since 1970. */
interface VisitStanding {
  readonly visitId: string;
  readonly eventId: string;
  readonly changeNumber: number;
  readonly state: VisitRow["state"];
  readonly takenBy?: string;
  readonly takenUntil?: number;
  readonly receivedAt?: string;
}

function rowOf({ takenUntil, ...standing }: VisitStanding): VisitRow {
  const until = takenUntil === undefined ? {} : { takenUntil: wireDateTimeOf(new Date(takenUntil)) };
  return buildVisitRow(0, { ...standing, ...until });
}

/** A service with one visit, whose answers arrive early, late, twice or never. */
class Service {
  now = 0;
  standing: VisitStanding = { visitId, eventId, changeNumber: 1, state: "withheld" };

  #become(next: Partial<VisitStanding>): void {
    const { takenBy: _by, takenUntil: _until, ...rest } = this.standing;
    this.standing = { ...rest, ...next, changeNumber: rest.changeNumber + 1 };
  }

  holder(): string | undefined {
    const { takenBy, takenUntil = 0 } = this.standing;
    return takenUntil > this.now ? takenBy : undefined;
  }

  do(action: Action): void {
    if (action.kind === "wait") {
      this.now += action.ms;
      return;
    }
    const { kind, by } = action;
    const isOpen = this.standing.state === "withheld";
    const isFree = this.holder() === undefined || this.holder() === by;
    const taken = { takenBy: by, takenUntil: this.now + lease };
    if (isOpen && (kind === "take over" || (kind === "take" && isFree))) this.#become(taken);
    if (isOpen && isFree && kind === "release") this.#become({});
    if (isOpen && isFree && kind === "close") this.#become({ state: "closed" });
    if (isOpen && isFree && kind === "charge") this.#become({ state: "charged" });
    if (this.standing.state === "closed" && kind === "reopen") this.#become({ state: "withheld" });
  }
}

test("in any order of news only the holder may send", () => {
  const late = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 });
  fc.assert(
    fc.property(actions, late, (list, again) => {
      const service = new Service();
      const now = () => service.now;
      const claims = new ServiceVisits({
        userName: "Casey",
        serviceNow: now,
        setTimer: () => () => undefined,
      });
      const told: VisitStanding[] = [];
      for (const action of list) {
        service.do(action);
        told.push(service.standing);
        claims.receive(rowOf(service.standing));
        // Earlier answers arrive late.
        for (const index of again) claims.receive(rowOf(told[index] ?? service.standing));
        const entry = { ...unkeptEntry, eventId: "f".repeat(32), visitId, serviceVisitId: visitId };
        const facts = {
          sameVisit: [],
          repeatsAreSafe: true,
          allowFaults: false,
          examplesMayLeave: false,
          removedCharge: undefined,
          isReplaced: false,
          claim: claims.claim(visitId),
        };
        const isOurs = service.holder() === "casey" && service.standing.state === "withheld";
        expect(planOf(entry, facts).kind).toBe(isOurs ? "send" : "blocked");
        // Once in the outbox, it stays only while nothing known forbids it.
        const waits = planOf(entry, { ...facts, isInOutbox: true }).kind;
        if (service.standing.state !== "withheld" || service.holder() === "dana")
          expect(waits).toBe("blocked");
      }
    }),
  );
});

test("a lost visit says how; a released one does not", () => {
  let now = 0;
  const claims = new ServiceVisits({
    userName: "casey",
    serviceNow: () => now,
    setTimer: () => () => undefined,
  });
  const standing: VisitStanding = { visitId, eventId, changeNumber: 1, state: "withheld" };
  expect(claims.claim(visitId)).toEqual({ kind: "unknown" });
  claims.receive(rowOf({ ...standing, changeNumber: 2, takenBy: "casey", takenUntil: 100 }));
  expect(claims.claim(visitId)).toEqual({ kind: "mine", until: 100 });
  now = 100;
  expect(claims.claim(visitId)).toEqual({ kind: "ran-out" });
  claims.receive(rowOf({ ...standing, changeNumber: 3, takenBy: "dana", takenUntil: 300 }));
  expect(claims.claim(visitId)).toEqual({ kind: "theirs", by: "dana", until: 300, wasMine: true });
  now = 300;
  claims.release(visitId);
  expect(claims.claim(visitId)).toEqual({ kind: "free" });
});

test("one timer tells of the end of each visit’s time", () => {
  let now = 0;
  const timers = new Map<() => void, number>();
  const claims = new ServiceVisits({
    userName: "casey",
    serviceNow: () => now,
    setTimer: (run, ms) => {
      timers.set(run, now + ms);
      return () => timers.delete(run);
    },
  });
  const kinds = () => ["1", "2", "3"].map((id) => claims.claim(id).kind);
  const told: string[][] = [];
  claims.subscribe(() => told.push(kinds()));
  const taken = { eventId, changeNumber: 1, state: "withheld", takenBy: "casey" } as const;
  claims.receive([30, 10, 20].map((takenUntil, at) => rowOf({ ...taken, visitId: `${at + 1}`, takenUntil })));
  expect(timers.size).toBe(1);
  claims.receive(rowOf({ ...taken, visitId: "3", changeNumber: 2, takenBy: "dana", takenUntil: 20 }));
  told.length = 0;
  while (timers.size > 0) {
    const [[run, at] = [() => undefined, 0]] = timers;
    expect(timers.size).toBe(1);
    timers.delete(run);
    now = at;
    run();
  }
  expect(now).toBe(31);
  expect(told).toEqual([
    ["mine", "ran-out", "theirs"],
    ["ran-out", "ran-out", "ran-out"],
  ]);
  claims.receive(rowOf({ ...taken, visitId: "1", changeNumber: 3, takenUntil: 99 }));
  claims.clear();
  expect(timers.size).toBe(0);
});

/** A workspace of a service with the clinic's queue. */
async function desk(userName: string, has = { claims: true }) {
  const tabs = new WorkspaceDesk();
  const sent: DraftEvent[] = [];
  const rowsNow: VisitRow[] = [];
  const open = () =>
    openWorkspace({
      userName,
      sessionKey: "live",
      environment: tabs.tab().environment,
      summariser:
        async () =>
        ({ visitId, note }) => ({
          visitId: String(visitId),
          practiceId: "",
          amountMinor: 100,
          currency: "USD",
          lineCount: 1,
          reason: note === undefined ? "Held" : "",
          text: "",
          blocking: 0,
          warnings: 0,
        }),
      repeatsAreSafe: () => true,
      hasClaims: () => has.claims,
      serviceNow: () => 0,
      sender: {
        sendVisit: ({ text }) => {
          // These tests queued what is sent.
          const event = JSON.parse(text) as DraftEvent & { readonly note?: string };
          sent.push(event);
          if (event.note === "lost") return Promise.resolve({ kind: "unknown", message: "No answer came" });
          return Promise.resolve({ kind: event.note === undefined ? "withheld" : "charged" });
        },
        sendMessage: () => Promise.resolve({ kind: "not-sent" }),
        visitsNow: () => Promise.resolve(rowsNow),
      },
    });
  return { open, sent, tabs, rowsNow };
}

const held = {
  outcome: "withheld",
  receivedAt: 5,
  receivedFrom: "Rules engine",
  reason: "Held",
  fields: [],
} as const;

test("a service's event is kept only from its first change", async () => {
  const { open, sent } = await desk("guest");
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  expect(visits.list()).toEqual([]);
  expect(await visits.get(eventId)).toMatchObject({ event: { visitId } });
  expect(visits.summary(eventId)).toMatchObject({ state: "withheld", changedSinceAttempt: false });
  expect(await visits.attemptContent(eventId, 1)).toEqual({ sent: { eventId, visitId } });
  expect(outbox.plan(eventId)).toMatchObject({ reason: "not-taken" });
  visits.service.receive(rowOf({ visitId, eventId, changeNumber: 0, state: "withheld" }));
  expect(outbox.plan(eventId, { isTakenFirst: true })).toMatchObject({ kind: "repeat" });
  expect(outbox.plan(eventId)).toMatchObject({ reason: "not-taken" });
  const mine = {
    visitId,
    eventId,
    changeNumber: 1,
    state: "withheld",
    takenBy: "guest",
    takenUntil: 9,
  } as const;
  visits.service.receive(rowOf(mine));
  expect(outbox.plan(eventId)).toMatchObject({ kind: "repeat", expects: "withheld" });
  const lease = await visits.edit(eventId);
  await lease.put({ eventId, visitId, note: "corrected" });
  lease.release();
  expect(visits.list()).toMatchObject([{ eventId, source: { kind: "service" }, edited: true }]);
  expect(await visits.attemptContent(eventId, 1)).toEqual({ sent: { eventId, visitId } });
  expect(outbox.plan(eventId)).toMatchObject({ kind: "correct", expects: "charged" });
  expect((await outbox.sendBatch([eventId])).counts).toEqual({ charged: 1 });
  expect(sent).toMatchObject([{ visitId, note: "corrected" }]);
  expect(sent[0]?.["eventId"]).not.toBe(eventId);
  workspace.close();
});

test("a visit only looked at is forgotten with its page", async () => {
  const { open } = await desk("forgetful");
  const workspace = await open();
  await workspace.visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  const first = workspace.visits.summary(eventId);
  await workspace.visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  if (first) workspace.visits.forget(first);
  expect(await workspace.visits.get(eventId)).toBeDefined();
  const again = workspace.visits.summary(eventId);
  if (again) workspace.visits.forget(again);
  expect(await workspace.visits.get(eventId)).toBeUndefined();
  workspace.close();
});

test("taken over after submit, it stays, with its draft", async () => {
  const { open, sent } = await desk("taken-over");
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  const mine = {
    visitId,
    eventId,
    changeNumber: 1,
    state: "withheld",
    takenBy: "taken-over",
    takenUntil: 9,
  } as const;
  visits.service.receive(rowOf(mine));
  const lease = await visits.edit(eventId);
  await lease.put({ eventId, visitId, note: "corrected" });
  lease.release();
  const entered = await outbox.enqueueVisit(eventId, { isHeld: true });
  visits.service.receive(rowOf({ ...mine, changeNumber: 2, takenBy: "dana" }));
  await outbox.release(entered.eventId);
  await expect.poll(() => visits.summary(entered.eventId)?.queued).toBeUndefined();
  expect(outbox.plan(entered.eventId)).toMatchObject({
    reason: "taken",
    message: expect.stringContaining("dana"),
  });
  expect(await visits.get(entered.eventId)).toMatchObject({ event: { note: "corrected" } });
  expect(sent).toEqual([]);
  workspace.close();
});

test("closed by another while offline, it is not billed", async () => {
  const { open, sent, tabs, rowsNow } = await desk("offline");
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  const mine = { visitId, eventId, changeNumber: 1, state: "withheld", takenBy: "offline" } as const;
  visits.service.receive(rowOf({ ...mine, takenUntil: 9 }));
  const lease = await visits.edit(eventId);
  await lease.put({ eventId, visitId, note: "corrected" });
  lease.release();
  tabs.setOnline(false);
  const entered = await outbox.enqueueVisit(eventId);
  rowsNow.push(rowOf({ ...mine, takenUntil: 9, changeNumber: 2, state: "closed" }));
  tabs.pass(60_000);
  tabs.setOnline(true);
  await expect.poll(() => visits.summary(entered.eventId)?.queued).toBeUndefined();
  expect(visits.summary(entered.eventId)?.notSent).toContain("closed without billing");
  expect(sent).toEqual([]);
  workspace.close();
});

test("a draft older than what came in is not billed", async () => {
  const { open, sent, tabs, rowsNow } = await desk("outdated");
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  const mine = { visitId, eventId, state: "withheld", takenBy: "outdated", takenUntil: 9 } as const;
  visits.service.receive(rowOf({ ...mine, changeNumber: 1 }));
  await visits.put(eventId, { eventId, visitId, note: "corrected" });
  const newer = "d".repeat(32);
  // While it waits, and before it is entered.
  tabs.setOnline(false);
  const entered = await outbox.enqueueVisit(eventId);
  rowsNow.push(rowOf({ ...mine, eventId: newer, changeNumber: 2 }));
  tabs.pass(60_000);
  tabs.setOnline(true);
  await expect.poll(() => visits.summary(entered.eventId)?.queued).toBeUndefined();
  expect(visits.summary(entered.eventId)?.notSent).toContain("newer version of this visit came in");
  expect(outbox.plan(entered.eventId)).toMatchObject({ reason: "outdated" });
  await visits.markSeen(entered.eventId, newer.toUpperCase());
  expect((await outbox.sendBatch([entered.eventId])).counts).toEqual({ charged: 1 });
  expect(sent).toMatchObject([{ visitId, note: "corrected" }]);
  workspace.close();
});

test("sent here, then anew by another, it is not billed", async () => {
  const { open, sent, tabs, rowsNow } = await desk("first-here");
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.add({ eventId, visitId }, { kind: "new" });
  const row = { visitId, eventId, state: "withheld" } as const;
  const newer = "d".repeat(32);
  // What the service was sent before is not what this browser sent.
  const earlier = { receivedAt: wireDateTimeOf(new Date(-1)), eventId: "c".repeat(32), changeNumber: 0 };
  visits.service.receive(rowOf({ ...row, ...earlier }));
  expect((await outbox.sendBatch([eventId])).counts).toEqual({ withheld: 1 });
  visits.service.receive(rowOf({ ...row, changeNumber: 1 }));
  await visits.put(eventId, { eventId, visitId, note: "corrected" });
  expect(outbox.plan(eventId)).toMatchObject({ kind: "correct" });
  tabs.setOnline(false);
  const entered = await outbox.enqueueVisit(eventId);
  rowsNow.push(rowOf({ ...row, eventId: newer, changeNumber: 2 }));
  tabs.pass(60_000);
  tabs.setOnline(true);
  await expect.poll(() => visits.summary(entered.eventId)?.queued).toBeUndefined();
  expect(visits.summary(entered.eventId)?.notSent).toContain("newer version of this visit came in");
  expect(outbox.plan(entered.eventId)).toMatchObject({ reason: "outdated" });
  expect(sent).toHaveLength(1);
  await visits.markSeen(entered.eventId, newer);
  expect(outbox.plan(entered.eventId)).toMatchObject({ kind: "send" });
  workspace.close();
});

test("a resend not heard of yet stops what is submitted", async () => {
  const { open, sent, rowsNow } = await desk("unheard");
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  const mine = { visitId, state: "withheld", takenBy: "unheard", takenUntil: 9 } as const;
  visits.service.receive(rowOf({ ...mine, eventId, changeNumber: 1 }));
  await visits.put(eventId, { eventId, visitId, note: "corrected" });
  rowsNow.push(rowOf({ ...mine, eventId: "d".repeat(32), changeNumber: 2 }));
  expect((await outbox.sendBatch([eventId])).counts).toEqual({ "not-accepted": 1 });
  expect(sent).toEqual([]);
  workspace.close();
});

test("what was never sent is asked about as well", async () => {
  const { open, sent, rowsNow } = await desk("typed");
  const workspace = await open();
  const { visits, outbox } = workspace;
  const before = wireDateTimeOf(new Date(-1));
  const another = { visitId, eventId: "d".repeat(32), state: "withheld", changeNumber: 1 } as const;
  await visits.add({ eventId, visitId, note: "typed" }, { kind: "new" });
  const submit = async (row: Partial<VisitStanding>) => {
    visits.service.forget();
    rowsNow.splice(0, 1, rowOf({ ...another, ...row }));
    await outbox.sendBatch([eventId]);
    return visits.summary(eventId)?.notSent ?? "";
  };
  expect(await submit({ state: "charged" })).toContain("Another submission has charged");
  expect(await submit({ state: "closed" })).toContain("closed without billing");
  expect(await submit({ takenBy: "dana", takenUntil: 9 })).toContain("dana");
  expect(await submit({})).toContain("newer version of this visit came in");
  expect(sent).toEqual([]);
  // What the service had before the draft was begun is not news.
  expect(await submit({ receivedAt: before })).toBe("");
  expect(sent).toHaveLength(1);
  workspace.close();
});

test("charged by the same event, the service says so again", async () => {
  const { open, sent, rowsNow } = await desk("same-file");
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.add({ eventId, visitId, note: "imported" }, { kind: "import" });
  rowsNow.push(rowOf({ visitId, eventId, state: "charged", changeNumber: 1 }));
  expect((await outbox.sendBatch([eventId])).counts).toEqual({ charged: 1 });
  expect(sent).toHaveLength(1);
  workspace.close();
});

test("what got no answer is repeated over nobody's work", async () => {
  const { open, sent, tabs, rowsNow } = await desk("unanswered");
  const workspace = await open();
  const { visits, outbox } = workspace;
  const mine = { visitId, eventId, state: "withheld", takenBy: "unanswered", takenUntil: 9 } as const;
  await visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  visits.service.receive(rowOf({ ...mine, changeNumber: 1 }));
  await visits.put(eventId, { eventId, visitId, note: "lost" });
  const lose = async () => {
    const entered = await outbox.enqueueVisit(visits.newestOf(eventId));
    await expect.poll(() => visits.summary(entered.eventId)?.state).toBe("unknown");
    return entered.eventId;
  };
  const own = await lose();
  // Asked twice in vain.
  rowsNow.push(rowOf({ ...mine, changeNumber: 1 }));
  tabs.pass(30_000);
  await expect.poll(() => visits.summary(own)?.attempts.length).toBe(2);
  await expect.poll(() => visits.summary(own)?.queued?.state).toBe("waiting");
  const since = [{ eventId: "d".repeat(32) }, { takenBy: "dana" }];
  for (const [at, each] of since.entries()) {
    rowsNow.splice(0, 1, rowOf({ ...mine, changeNumber: 2 * at + 2, ...each }));
    tabs.pass(400_000);
    await expect.poll(() => visits.summary(own)?.queued).toBeUndefined();
    // No invoice is its, so that it is free to be merged or sent.
    expect(visits.summary(own)).toMatchObject({ state: "draft", notSent: expect.any(String) });
    expect(sent).toHaveLength(at + 2);
    const back = rowOf({ ...mine, changeNumber: 2 * at + 3 });
    rowsNow.splice(0, 1, back);
    visits.service.receive(back);
    expect(await lose()).toBe(own);
  }
  // What the service has as its newest is known by that.
  rowsNow.splice(0, 1, rowOf({ ...mine, eventId: own, changeNumber: 9, takenBy: "dana" }));
  tabs.pass(400_000);
  await expect.poll(() => visits.summary(own)?.state).toBe("withheld");
  expect(sent).toHaveLength(4);
  workspace.close();
});

test("an older draft beside a newer one is not billed", async () => {
  const { open, sent } = await desk("beside");
  const workspace = await open();
  const { visits, outbox } = workspace;
  const mine = { visitId, state: "withheld", takenBy: "beside", takenUntil: 9 } as const;
  const newer = "d".repeat(32);
  for (const [at, each] of [eventId, newer].entries()) {
    await visits.receive({ eventId: each, visitId }, { ...held, visitId, eventId: each });
    await visits.put(each, { eventId: each, visitId, note: "corrected" });
    visits.service.receive(rowOf({ ...mine, eventId: each, changeNumber: at + 1 }));
    expect(outbox.plan(each)).toMatchObject({ kind: "correct" });
  }
  expect(outbox.plan(eventId)).toMatchObject({ reason: "outdated" });
  expect((await outbox.sendBatch([eventId, newer])).counts).toEqual({ blocked: 1, charged: 1 });
  expect(sent).toHaveLength(1);
  workspace.close();
});

test("without the clinic's queue nothing needs to be taken", async () => {
  const { open } = await desk("alone", { claims: false });
  const workspace = await open();
  const { visits, outbox } = workspace;
  await visits.receive({ eventId, visitId }, { ...held, visitId, eventId });
  visits.service.receive(rowOf({ visitId, eventId, changeNumber: 1, state: "closed" }));
  expect(outbox.plan(eventId)).toMatchObject({ kind: "repeat" });
  workspace.close();
});
