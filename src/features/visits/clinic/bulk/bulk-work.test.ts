import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { seen, service, serviceOfEach } from "#room/api/test-service.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildEvent, buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import type { BatchOptions } from "#room/workspace/outbox/outbox.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { workOf } from "./bulk-work.ts";

serviceOfEach();

const client = new QueryClient();
/** What this browser has of the visit, and who has it by its last word. */
let here: { readonly state: string }[] = [];
let row: VisitRow | undefined;
const removed: (readonly string[])[] = [];
// All that these actions ask of it. Its outbox waits for a service that is away.
const workspace = {
  userName: "casey",
  visits: {
    service: { receive: () => undefined, row: () => row },
    ofVisit: () => here,
    summary: () => undefined,
    receive: async () => {},
    put: async () => {},
    remove: async (ids: readonly string[]) => void removed.push(ids),
  },
  outbox: {
    plan: () => ({ kind: "correct", expects: "charged" }),
    sendBatch: (_ids: readonly string[], { signal, onItem }: BatchOptions) =>
      new Promise<void>((resolve) => {
        if (refusal !== undefined) {
          onItem?.({ id: "as sent", kind: "visit", outcome: "refused", message: refusal });
          return resolve();
        }
        signal?.addEventListener("abort", () => {
          onItem?.({ id: "as sent", outcome: "withdrawn" });
          resolve();
        });
        isWaiting?.();
      }),
  },
} as unknown as Workspace;
let isWaiting: (() => void) | undefined;
let refusal: string | undefined;
const { signal } = new AbortController();
const clear = { kind: "clear", reason: "Faxed", accepted: new Map() } as const;
beforeEach(() => {
  here = [];
  row = undefined;
  refusal = undefined;
});
const asked = () =>
  seen.map(({ url, body }) => [/\/(\w+)Request$/.exec(url)?.[1], JSON.parse(body) as unknown]);

/** A service with one visit, which is now this. */
function isNow(visit: VisitRow): void {
  const held = { canAutoCharge: false, withholdReason: "Papers missing" };
  const events = [{ eventId: visit.eventId, receivedAt: visit.receivedAt, outcome: "withheld", errors: [] }];
  const answer = { visit, autoChargedEvent: buildEvent({ seed: 7, audit: held }), events };
  service.answer = (_request, reply) =>
    void reply
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ ...answer, notes: [], history: [] }));
}

test("no event is approved that came after the look", async () => {
  const planned = buildVisitRow(1);
  isNow({ ...planned, eventId: buildGuid(1, 99) });
  const { work } = workOf(clear, { workspace, client });
  expect(await work(planned, signal)).toBe("It was changed meanwhile. Look at it again.");
  expect(asked().map(([name]) => name)).toEqual(["TakeVisit", "GetVisit", "ReleaseVisit"]);
});

test("nothing is approved over a note not seen", async () => {
  const planned = buildVisitRow(1);
  isNow({ ...planned, noteCount: planned.noteCount + 1 });
  const { work } = workOf(clear, { workspace, client });
  expect(await work(planned, signal)).toBe("A note was added meanwhile. Look at it again.");
  expect(asked().map(([name]) => name)).toEqual(["TakeVisit", "GetVisit", "ReleaseVisit"]);
});

test("what was typed since the look is not sent over", async () => {
  const { work } = workOf(clear, { workspace, client });
  here = [{ state: "draft" }];
  expect(await work(buildVisitRow(1), signal)).toBe("It is also on this device: send it from there.");
  expect(asked()).toEqual([]);
});

test("what was taken since the look is not given back", async () => {
  const planned = buildVisitRow(1);
  row = { ...planned, takenBy: "casey", takenUntil: "2099-11-20T12:30:00.0000000" };
  isNow({ ...planned, eventId: buildGuid(1, 99) });
  const { work } = workOf(clear, { workspace, client });
  expect(await work(planned, signal)).toBe("It was changed meanwhile. Look at it again.");
  expect(asked().map(([name]) => name)).toEqual(["TakeVisit", "GetVisit"]);
});

test("what fails once taken is given back, or said", async () => {
  const planned = buildVisitRow(1);
  isNow(planned);
  const answer = service.answer;
  let fails = /GetVisit/;
  service.answer = (request, reply) =>
    fails.test(request.url ?? "") ? void reply.writeHead(500).end() : answer(request, reply);
  const { work } = workOf(clear, { workspace, client });
  expect(await work(planned, signal)).toMatch(/status 500/);
  expect(asked().map(([name]) => name)).toEqual(["TakeVisit", "GetVisit", "ReleaseVisit"]);
  fails = /GetVisit|ReleaseVisit/;
  expect(await work(planned, signal)).toMatch(/status 500.* You still have it\.$/);
});

test("what is refused stays with its sender, as is said", async () => {
  isNow(buildVisitRow(1));
  const { work } = workOf(clear, { workspace, client });
  refusal = "Not allowed";
  expect(await work(buildVisitRow(1), signal)).toBe("Not allowed. You have it now.");
  expect(asked().map(([name]) => name)).not.toContain("ReleaseVisit");
  row = { ...buildVisitRow(1), takenBy: "casey", takenUntil: "2099-11-20T12:30:00.0000000" };
  expect(await work(buildVisitRow(1), signal)).toBe("Not allowed");
});

test("putting back names the change it undoes", async () => {
  const planned = buildVisitRow(1);
  const { visitId } = planned;
  isNow({ ...planned, changeNumber: 41 });
  const { work, putBack } = workOf({ kind: "snooze" }, { workspace, client });
  await work(planned, signal);
  await putBack?.(planned, signal);
  expect(asked().at(-1)).toEqual(["ReopenVisit", { visitId, changeNumber: 41 }]);
  expect(workOf({ kind: "take" }, { workspace, client }).putBack).toBeUndefined();
});

test("what is put away names the notes that were seen", async () => {
  const planned = buildVisitRow(1, { noteCount: 2 });
  isNow(planned);
  for (const action of [{ kind: "snooze" }, { kind: "close", reason: "Duplicate" }] as const)
    await workOf(action, { workspace, client }).work(planned, signal);
  expect(asked().map(([, request]) => request)).toMatchObject([{ noteCount: 2 }, { noteCount: 2 }]);
});

test("no event is put off again unseen", async () => {
  const snoozedUntil = "2099-11-20T12:30:00.0000000";
  const planned = buildVisitRow(1, { snoozedUntil });
  const { visitId, eventId } = planned;
  isNow(planned);
  const { work, putBack } = workOf({ kind: "snooze" }, { workspace, client });
  await work(planned, signal);
  await putBack?.(planned, signal);
  expect(asked().at(-1)).toEqual(["SnoozeVisit", { visitId, eventId, until: snoozedUntil }]);
});

test("assigning takes from nobody who was not named", async () => {
  isNow(buildVisitRow(1));
  const { work } = workOf({ kind: "assign", to: "robin" }, { workspace, client });
  for (const holder of [{}, { takenBy: "dana", takenUntil: "2099-11-20T12:30:00.0000000" }])
    await work(buildVisitRow(1, holder), signal);
  expect(asked().map(([, request]) => request)).toMatchObject([
    { isTakeOver: false },
    { isTakeOver: true, takeOverFrom: "dana" },
  ]);
});

test("what a stop finds unsent is as it was before", async () => {
  isNow({ ...buildVisitRow(1), eventId: buildGuid(2, 1) });
  const { work } = workOf(clear, { workspace, client });
  const stop = new AbortController();
  isWaiting = () => stop.abort();
  expect(await work(buildVisitRow(1), stop.signal)).toBe("It was stopped before it was sent.");
  expect(removed).toEqual([["as sent"]]);
  expect(
    asked()
      .map(([name]) => name)
      .at(-1),
  ).toBe("ReleaseVisit");
});
