import fc from "fast-check";
import { expect, test } from "vitest";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { ServiceVisits } from "#room/workspace/visits/service-visits.ts";
import { NetworkFailure } from "#room/api/failures.ts";
import { VisitLock } from "./visit-lock.ts";

const visitId = "a".repeat(32);
const leaseMs = 30 * 60_000;
const start = Date.parse("2026-11-23T09:00:00Z");

/** One visit at a service whose clock everyone shares. */
function clinic() {
  const service = { now: start, changeNumber: 1, by: "", until: 0, takes: 0, isDown: false };
  const rowNow = (): VisitRow => ({
    visitId,
    eventId: "e".repeat(32),
    state: "withheld",
    lineCount: 1,
    receivedAt: wireDateTimeOf(new Date(start)),
    firstReceivedAt: wireDateTimeOf(new Date(start)),
    noteCount: 0,
    eventCount: 1,
    changeNumber: service.changeNumber,
    payerIds: [],
    providerIds: [],
    ...(service.until > service.now && {
      takenBy: service.by,
      takenUntil: wireDateTimeOf(new Date(service.until)),
    }),
  });
  const take = (by: string, takeOverFrom?: string) => {
    if (service.isDown) throw new NetworkFailure("Down", { operation: "takeVisit", outcome: "unknown" });
    if (service.until > service.now && service.by !== by && service.by !== takeOverFrom)
      throw new Error("VisitTaken");
    Object.assign(service, { by, until: service.now + leaseMs, changeNumber: service.changeNumber + 1 });
    return rowNow();
  };
  const holder = () => (service.until > service.now ? service.by : undefined);
  const claims = new ServiceVisits({
    userName: "casey",
    serviceNow: () => service.now,
    setTimer: () => () => undefined,
  });
  let looks = 0;
  const hold = new VisitLock({
    visitId,
    service: claims,
    now: () => service.now,
    calls: {
      take: async (_id, takeOverFrom) => {
        service.takes += 1;
        return take("casey", takeOverFrom);
      },
      release: async () => {
        Object.assign(service, { until: 0, changeNumber: service.changeNumber + 1 });
        return rowNow();
      },
      lookAgain: () => (looks += 1),
    },
  });
  const receive = () => claims.receive(rowNow());
  return { service, take, holder, claims, hold, receive, rowNow, looks: () => looks };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("reading takes nothing, the first edit does, work keeps it", async () => {
  const { service, holder, hold, receive, claims } = clinic();
  receive();
  expect([holder(), claims.claim(visitId).kind]).toEqual([undefined, "free"]);
  hold.worked();
  hold.worked();
  await settle();
  expect([holder(), service.takes]).toEqual(["casey", 1]);
  for (let minute = 0; minute < 120; minute += 1) {
    service.now += 60_000;
    hold.worked();
    await settle();
    expect(claims.claim(visitId).kind).toBe("mine");
  }
  // About every five minutes, not on every keystroke.
  expect(service.takes).toBeLessThan(30);
});

test("a lease that ran out is retaken only on purpose", async () => {
  const { service, hold, receive, claims, holder } = clinic();
  receive();
  await hold.take();
  service.now += leaseMs + 1;
  hold.worked();
  await settle();
  expect([claims.claim(visitId).kind, holder(), await hold.ensure()]).toEqual(["ran-out", undefined, false]);
  expect(await hold.take()).toBe(true);
  expect(await hold.ensure()).toBe(true);
});

test("the next renewal's answer tells who took it over", async () => {
  const { service, take, hold, receive, claims, looks } = clinic();
  receive();
  await hold.take();
  take("dana", "casey");
  service.now += 10 * 60_000;
  hold.worked();
  await settle();
  expect([hold.state().error, looks()]).toEqual([new Error("VisitTaken"), 1]);
  receive();
  expect(claims.claim(visitId)).toMatchObject({ kind: "theirs", by: "dana", wasMine: true });
  hold.worked();
  await settle();
  expect(service.takes).toBe(2);
});

test("a service that is down is not asked every key", async () => {
  const { service, hold, receive, holder } = clinic();
  receive();
  service.isDown = true;
  for (let key = 0; key < 10; key += 1) {
    hold.worked();
    await settle();
  }
  expect(service.takes).toBe(1);
  service.isDown = false;
  service.now += 5000;
  hold.worked();
  await settle();
  expect(holder()).toBe("casey");
});

test("what an away service was not told is owed", async () => {
  const { service, take, hold, receive, holder } = clinic();
  receive();
  service.isDown = true;
  hold.worked();
  await settle();
  expect([holder(), hold.state().isOwed]).toEqual([undefined, true]);
  service.isDown = false;
  expect(await hold.ensure()).toBe(true);
  expect([holder(), hold.state().isOwed]).toEqual(["casey", undefined]);
  take("dana", "casey");
  expect(await hold.take()).toBe(false);
  expect(hold.state().isOwed).toBe(false);
});

test("it is given back after a renewal under way", async () => {
  const { claims, rowNow } = clinic();
  const calls: string[] = [];
  let answer = () => {};
  const take = () => new Promise<VisitRow>((resolve) => (answer = () => resolve(rowNow())));
  const release = async () => rowNow();
  const hold = new VisitLock({
    visitId,
    service: claims,
    now: () => start,
    calls: {
      take: () => (calls.push("take"), take()),
      release: () => (calls.push("release"), release()),
      lookAgain: () => {},
    },
  });
  void hold.take();
  const released = hold.release();
  await settle();
  expect(calls).toEqual(["take"]);
  answer();
  expect(await released).toBe(true);
  expect(calls).toEqual(["take", "release"]);
});

test("in any order it is this user's only while held", async () => {
  const action = fc.constantFrom("worked", "take", "over", "release", "dana", "dana over", "wait", "hear");
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      const { service, take, hold, receive, claims, holder } = clinic();
      for (const each of actions) {
        if (each === "worked") hold.worked();
        if (each === "take") await hold.take();
        if (each === "over") await hold.take("dana");
        if (each === "release" && holder() === "casey") await hold.release();
        if (each === "dana" && (holder() ?? "dana") === "dana") take("dana");
        if (each === "dana over") take("dana", "casey");
        if (each === "wait") service.now += leaseMs / 2;
        await settle();
        // Reported live, or by the next answer.
        receive();
        expect(claims.claim(visitId).kind === "mine").toBe(holder() === "casey");
      }
    }),
    { numRuns: 40 },
  );
});
