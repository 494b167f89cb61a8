import { expect, test } from "vitest";
import { buildVisitRow } from "#room/testing/builders.ts";
import { holderOf, isNewsTo, isQueued, isSameUser, isWithAnother, withSeen } from "./claim.ts";
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

test("of the queue: came from there, or held", () => {
  const sent = (outcome?: "withheld" | "refused" | "charged" | "unknown") => ({
    ...unkeptEntry,
    attempts: [{ number: 1, startedAt: 1, by: "casey", contentHash: "h", ...(outcome && { outcome }) }],
  });
  expect(isQueued({ ...unkeptEntry, serviceVisitId: "v" }, [])).toBe(true);
  for (const outcome of ["withheld", "refused"] as const)
    expect(isQueued(unkeptEntry, [unkeptEntry, sent(outcome)])).toBe(true);
  for (const outcome of ["charged", "unknown", undefined] as const)
    expect(isQueued(unkeptEntry, [sent(outcome)]), outcome).toBe(false);
  const twice = { ...unkeptEntry, attempts: [...sent("unknown").attempts, ...sent("withheld").attempts] };
  expect(isQueued(unkeptEntry, [twice])).toBe(true);
});

test("news is what the draft was not made with", () => {
  const newest = { eventId: "E".repeat(32) };
  const eventId = "e".repeat(32);
  const isNews = (draft: Partial<VisitEntry>, here?: VisitEntry["source"]["kind"]) =>
    isNewsTo({ ...unkeptEntry, ...draft }, newest, {
      get: (id) => (here && id === eventId ? { ...unkeptEntry, source: { kind: here } } : undefined),
    });
  expect(isNewsTo(unkeptEntry, null, { get: () => undefined })).toBe(false);
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
