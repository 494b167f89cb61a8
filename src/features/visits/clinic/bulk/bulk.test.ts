import { defaultConfig } from "#room/api/config-members.ts";
import { NetworkFailure } from "#room/api/failures.ts";
import { setServiceConfig } from "#room/api/service-config.ts";
import { expect, test, vi } from "vitest";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { buildEvent, buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { bulkPlanOf } from "./bulk-action.ts";
import { type BulkWork, BulkRunner } from "./bulk-run.ts";
import { clearedEvent } from "./clear-event.ts";
import { bulkActionForm, bulkActionOf, noFields } from "./bulk-form.ts";
import { snoozeChoicesAt, snoozeUntil } from "./snooze-times.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

const taken = { takenBy: "dana", takenUntil: "2026-11-20T12:30:00.0000000" };
const mine = { ...taken, takenBy: "Casey" };
const facts = { me: "casey", now, isAlsoHere: (id: string) => id === buildGuid(1, 6) };

test("a plan lists what is done, and what is not", () => {
  const visits = [
    buildVisitRow(1),
    buildVisitRow(2, taken),
    buildVisitRow(3, mine),
    buildVisitRow(4, { state: "charged" }),
    buildVisitRow(5, { state: "closed" }),
    buildVisitRow(6),
    buildVisitRow(7, { state: "refused" }),
  ];
  const plan = (kind: Parameters<typeof bulkPlanOf>[0]) => {
    const { visits: chosen, leftOut } = bulkPlanOf(kind, visits, facts);
    return [chosen.map(({ visitId }) => Number.parseInt(visitId.slice(8), 16)), leftOut];
  };
  expect(plan("take")).toEqual([
    [1, 6, 7],
    ["1 is with dana", "1 is already yours", "1 is charged", "1 is closed"],
  ]);
  expect(plan("release")[0]).toEqual([3]);
  expect(plan("assign")[0]).toEqual([1, 2, 3, 6, 7]);
  expect(plan("reopen")[0]).toEqual([5]);
  expect(plan("clear")).toEqual([
    [1, 3],
    [
      "1 is with dana",
      "1 is charged",
      "1 is closed",
      "1 is also on this device: send it from there",
      "1 was refused: correct it first",
    ],
  ]);
});

test("clearing leaves out problems, and tells whose warnings", () => {
  const visits = [buildVisitRow(1), buildVisitRow(2), buildVisitRow(3), buildVisitRow(4)];
  const [plain, warned, faulty, unreadable] = visits;
  if (!plain || !warned || !faulty || !unreadable) throw new Error("Four visits");
  const checks = new Map([
    [plain, { hasProblems: false, warnings: [] }],
    [warned, { hasProblems: false, warnings: ["The fee schedule says $92.40."] }],
    [faulty, { hasProblems: true, warnings: ["Far away"] }],
    [unreadable, undefined],
  ]);
  const plan = bulkPlanOf("clear", visits, { ...facts, checks });
  expect(plan.visits).toEqual([plain, warned]);
  expect(plan.warned).toEqual([{ visit: warned, warnings: ["The fee schedule says $92.40."] }]);
  expect(plan.leftOut).toEqual(["1 has problems to fix", "1 can’t be corrected here: open it"]);
});

test("assigning says whose visits it takes", () => {
  const plan = bulkPlanOf("assign", [buildVisitRow(1, taken), buildVisitRow(2, mine)], facts);
  expect(plan.takenOver).toBe(1);
});

test("every chosen visit gets its own result, even when stopped", async () => {
  const runner = new BulkRunner((error) => String(error));
  const visits = Array.from({ length: 10 }, (_, index) => buildVisitRow(index));
  const seen: string[] = [];
  const close: BulkWork = async ({ visitId }) => {
    seen.push(visitId);
    if (visitId === buildGuid(1, 3)) throw new Error("dana has it");
    return visitId === buildGuid(1, 4) ? "It is charged." : undefined;
  };
  await runner.start("closed", visits, { work: close });
  expect(new Set(seen).size).toBe(10);
  const state = runner.get();
  expect(state?.phase).toBe("done");
  expect(state?.results.filter(({ outcome }) => outcome === "not").map(({ words }) => words)).toEqual([
    "Error: dana has it",
    "It is charged.",
  ]);

  expect(state?.undo).toBeUndefined();

  const begun: string[] = [];
  const stopped: BulkWork = async ({ visitId }) => {
    begun.push(visitId);
    if (begun.length === 2) runner.stop();
    return undefined;
  };
  await runner.start("closed", visits, { work: stopped });
  expect(runner.get()?.phase).toBe("stopped");
  expect(begun.length).toBeLessThan(10);
  expect(runner.get()?.results).toHaveLength(begun.length);
});

test.each([
  [
    "is unreachable",
    async () =>
      Promise.reject(new NetworkFailure("Failed to fetch", { operation: "closeVisit", outcome: "unknown" })),
  ],
  ["gives no answer", async () => ({ sentId: "1", words: "Unknown." })],
] as const)("a run stops where the service %s", async (_, last) => {
  const runner = new BulkRunner(() => "The connection was lost.");
  const visits = Array.from({ length: 40 }, (_, index) => buildVisitRow(index));
  let calls = 0;
  await runner.start("closed", visits, {
    work: async () => {
      calls += 1;
      await Promise.resolve();
      return calls > 10 ? last() : undefined;
    },
  });
  const { phase, results = [] } = runner.get() ?? {};
  expect(phase).toBe("stopped");
  expect(results.length).toBeLessThan(16);
  expect(results.filter(({ outcome }) => outcome !== "done").length).toBeGreaterThan(0);
});

test("what was done to many is put back by Undo", async () => {
  const runner = new BulkRunner((error) => String(error));
  const visits = [buildVisitRow(1), buildVisitRow(2), buildVisitRow(3)];
  const back: VisitRow[] = [];
  const snooze = ({ visitId }: VisitRow) =>
    Promise.resolve(visitId === buildGuid(1, 2) ? "dana has it" : undefined);
  const putBack = (visit: VisitRow) => {
    back.push(visit);
    return Promise.resolve(undefined);
  };
  await runner.start("snoozed", visits, { work: snooze, putBack });
  runner.get()?.undo?.();
  await vi.waitFor(() =>
    expect(runner.get()).toMatchObject({ phase: "done", done: "put back", undo: undefined }),
  );
  expect(back).toEqual([visits[0], visits[2]]);
});

test("what is answered later is told in the report", async () => {
  const runner = new BulkRunner(String);
  const visits = [buildVisitRow(1), buildVisitRow(2)];
  const clear: BulkWork = async ({ visitId }) => ({ sentId: `sent ${visitId}`, words: "No answer" });
  await runner.start("charged", visits, { work: clear });
  const told = () => runner.get()?.results.map(({ outcome, words }) => [outcome, words]);
  expect(told()).toEqual([
    ["unknown", "No answer"],
    ["unknown", "No answer"],
  ]);
  runner.answered(`sent ${buildGuid(1, 1)}`, undefined);
  runner.answered(`sent ${buildGuid(1, 2)}`, "refused");
  runner.answered("sent by somebody else", undefined);
  expect(told()).toEqual([
    ["done", ""],
    ["not", "refused"],
  ]);
});

test("clearing lifts what withholds, logs who, keeps the rest", () => {
  const event = buildEvent({
    seed: 7,
    audit: { manualReviewNeeded: true, canAutoCharge: false, withholdReason: "Papers" },
  });
  let count = 0;
  const cleared = clearedEvent(event, {
    userName: "casey",
    reason: "Papers came by fax",
    uuid: () => `00000000-0000-0000-0000-${String((count += 1)).padStart(12, "0")}`,
  });
  expect(autoChargedEvent.safeParse(cleared).success).toBe(true);
  expect(cleared?.visitCharged).toBe(event.visitCharged);
  const { audit } = cleared ?? {};
  expect([audit?.manualReviewNeeded, audit?.canAutoCharge, audit?.withholdReason]).toEqual([
    false,
    true,
    undefined,
  ]);
  expect(audit?.rulesLogs).toHaveLength((event.audit.rulesLogs?.length ?? 0) + 1);
  expect(audit?.rulesLogs?.at(-1)?.message).toMatch(/^casey: Papers came by fax \(before: .*Papers/);
  expect(clearedEvent({ eventId: "x" }, { userName: "casey", reason: "", uuid: () => "" })).toBeUndefined();
});

test("an approval is written by the practice’s own clock", () => {
  const event = buildEvent({ seed: 7 });
  const id = event.visitCharged.practiceId;
  namesAre([{ kind: "practice", id, name: "Kailua", timeZone: "Pacific/Honolulu" }]);
  vi.useFakeTimers({ now, toFake: ["Date"] });
  const uuid = () => "00000000-0000-0000-0000-000000000001";
  const cleared = clearedEvent(event, { userName: "casey", reason: "Faxed", uuid });
  vi.useRealTimers();
  namesAre([]);
  expect(cleared?.audit?.rulesLogs?.at(-1)?.createdDate).toBe("2026-11-20T02:00:00.0000000");
});

test("snoozed until the clinic’s morning, never a past instant", () => {
  for (const hour of [0, 7, 9, 23])
    for (let day = 1; day <= 7; day += 1) {
      const from = new Date(2026, 10, day, hour, 30);
      for (const choice of ["hour", "tomorrow", "monday", "week"] as const)
        expect(Date.parse(`${snoozeUntil(choice, from)?.slice(0, 19)}Z`)).toBeGreaterThan(from.getTime());
      const monday = new Date(`${snoozeUntil("monday", from)?.slice(0, 19)}Z`);
      expect([monday.getDay(), monday.getHours()]).toEqual([1, 8]);
    }
  expect(snoozeUntil("event", new Date(now))).toBeUndefined();
  const labels = (day: number) => snoozeChoicesAt(new Date(2026, 10, day, 9)).map(({ id }) => id);
  expect(labels(1)).toEqual(["hour", "tomorrow", "week", "day", "event"]);
  expect(labels(2)).toContain("monday");
});

test("a week later is the same time where clocks change", () => {
  setServiceConfig({ ...defaultConfig, timeZone: "America/New_York" });
  const until = [
    ["2026-03-07T20:30:00Z", "week"],
    ["2026-10-31T19:30:00Z", "week"],
    ["2026-10-31T19:30:00Z", "tomorrow"],
    ["2026-11-01T05:30:00Z", "hour"],
  ] as const;
  expect(until.map(([from, choice]) => snoozeUntil(choice, new Date(from))?.slice(0, 16))).toEqual([
    "2026-03-14T19:30",
    "2026-11-07T20:30",
    "2026-11-01T13:00",
    "2026-11-01T06:30",
  ]);
  setServiceConfig(defaultConfig);
});

test("an action waits for the input it needs", () => {
  const at = new Date(now);
  expect(bulkActionOf("clear", noFields, at)).toBeUndefined();
  expect(bulkActionOf("clear", { ...noFields, reason: " ok " }, at)).toEqual({
    kind: "clear",
    reason: "ok",
    accepted: new Map(),
  });
  expect(bulkActionOf("close", noFields, at)).toEqual({ kind: "close", reason: "Duplicate visit" });
  expect(bulkActionOf("close", { ...noFields, closeFor: "Other" }, at)).toBeUndefined();
  const someDay = { ...noFields, snoozeFor: "day" } as const;
  expect(bulkActionOf("snooze", someDay, at)).toBeUndefined();
  expect(bulkActionOf("snooze", { ...someDay, day: "2026-12-01" }, at)).toHaveProperty("until");
  expect(bulkActionOf("snooze", { ...someDay, snoozeFor: "event" }, at)).toEqual({ kind: "snooze" });
  expect(bulkActionOf("assign", { ...noFields, to: "dana" }, at)).toEqual({ kind: "assign", to: "dana" });
});

test("a reason that is too long is reported", () => {
  const faults = (closeFor: string, letters: number) =>
    bulkActionForm("close")
      .safeParse({ ...noFields, closeFor, reason: "x".repeat(letters) })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(faults("Other", 1000)).toBeUndefined();
  expect(faults("Other", 1001)).toEqual([["reason", "Use at most 1,000 characters."]]);
  expect(faults("Duplicate visit", 1001)).toBeUndefined();
});
