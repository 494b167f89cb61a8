import { expect, test } from "vitest";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { buildVisitRow } from "#room/testing/builders.ts";
import { holderOf, isNewsTo, isSameUser, isWithAnother, withSeen } from "./claim.ts";
import { unkeptEntry, type VisitEntry } from "./visit-entry.ts";

const now = Date.parse("2026-11-28T10:00:00Z");
const row = buildVisitRow(0, {
  state: "withheld",
  takenBy: "Robin",
  takenUntil: "2026-11-28T10:00:01.0000000Z",
});

test("a taken visit is held until its time is over", () => {
  const holder = { by: "Robin", until: now + 1000 };
  expect(holderOf(row, now)).toEqual(holder);
  expect(holderOf({ ...row, state: "refused" }, now)).toEqual(holder);
  expect(holderOf(row, now + 1000)).toBeUndefined();
  for (const state of ["charged", "voided", "closed"] as const)
    expect(holderOf({ ...row, state }, now), state).toBeUndefined();
  const { takenBy: _by, ...unheld } = row;
  expect(holderOf(unheld, now)).toBeUndefined();
  const { takenUntil: _until, ...endless } = row;
  expect(holderOf(endless, now)).toBeUndefined();
});

test("a user is the same in capitals; another is another", () => {
  expect([isSameUser("Robin", "rOBIN"), isSameUser("robin", "casey")]).toEqual([true, false]);
  expect([isWithAnother(row, "robin", now), isWithAnother(row, "casey", now)]).toEqual([false, true]);
  expect(isWithAnother(row, "casey", now + 1000)).toBe(false);
});

const newest = { eventId: "E".repeat(32), receivedAt: wireDateTimeOf(new Date(1000)) };
const eventId = "e".repeat(32);
const desk = (here?: VisitEntry["source"]["kind"], sameVisit: readonly VisitEntry[] = []) => ({
  summary: (id: string) => (here && id === eventId ? { ...unkeptEntry, source: { kind: here } } : undefined),
  ofVisit: () => sameVisit,
});

test("of the queue, any other event is news", () => {
  const isNews = (draft: Partial<VisitEntry>, sameVisit: readonly VisitEntry[] = []) =>
    isNewsTo({ ...unkeptEntry, createdAt: 1000, ...draft }, newest, desk(undefined, sameVisit), 0);
  const sent = (outcome?: "withheld" | "refused" | "charged" | "unknown") => ({
    ...unkeptEntry,
    attempts: [{ number: 1, startedAt: 1, by: "casey", contentHash: "h", ...(outcome && { outcome }) }],
  });
  expect(isNews({ serviceVisitId: "v" })).toBe(true);
  for (const outcome of ["withheld", "refused"] as const)
    expect(isNews({}, [unkeptEntry, sent(outcome)])).toBe(true);
  for (const outcome of ["charged", "unknown", undefined] as const)
    expect(isNews({}, [sent(outcome)]), outcome).toBe(false);
  const twice = { ...unkeptEntry, attempts: [...sent("unknown").attempts, ...sent("withheld").attempts] };
  expect(isNews({}, [twice])).toBe(true);
});

test("to what was begun here, what came in since is", () => {
  const isNews = (createdAt: number, behindMs = 0) =>
    isNewsTo({ ...unkeptEntry, createdAt }, newest, desk(), behindMs);
  expect([isNews(999), isNews(1000)]).toEqual([true, false]);
  expect([isNews(899, 100), isNews(900, 100), isNews(1099, -100)]).toEqual([true, false, true]);
});

test("news is what the draft was not made with", () => {
  const isNews = (draft: Partial<VisitEntry>, here?: VisitEntry["source"]["kind"]) =>
    isNewsTo({ ...unkeptEntry, serviceVisitId: "v", ...draft }, newest, desk(here), 0);
  for (const none of [null, undefined]) expect(isNewsTo(unkeptEntry, none, desk(), 0)).toBe(false);
  expect([isNews({}), isNews({}, "service")]).toEqual([true, true]);
  expect([isNews({}, "reissue"), isNews({}, "new"), isNews({}, "import")]).toEqual([false, false, false]);
  for (const draft of [
    { eventId },
    { seenEventId: eventId },
    { source: { kind: "reissue", name: eventId } },
  ] as const)
    expect(isNews(draft)).toBe(false);
});

test("an event seen beside the draft stays with it", () => {
  const seen = withSeen(unkeptEntry, "E".repeat(32));
  expect(seen).toStrictEqual({ ...unkeptEntry, seenEventId: "e".repeat(32) });
  expect(withSeen(seen, "E".repeat(32))).toBe(seen);
});
