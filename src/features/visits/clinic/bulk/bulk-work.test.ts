import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { seen, service } from "#room/api/test-service.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildEvent, buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { workOf } from "./bulk-work.ts";

const client = new QueryClient();
// All that these actions ask of it.
const workspace = {
  userName: "casey",
  visits: { service: { receive: () => undefined } },
} as unknown as Workspace;
const { signal } = new AbortController();
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
  const action = { kind: "clear", reason: "Faxed", accepted: new Map() } as const;
  const { work } = workOf(action, { workspace, client });
  expect(await work(planned, signal)).toBe("It was changed meanwhile. Look at it again.");
  expect(asked().map(([name]) => name)).toEqual(["TakeVisit", "GetVisit", "ReleaseVisit"]);
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

test("assigning takes from nobody who was not named", async () => {
  isNow(buildVisitRow(1));
  const { work } = workOf({ kind: "assign", to: "robin" }, { workspace, client });
  for (const holder of [{}, { takenBy: "dana", takenUntil: "2099-11-20T12:30:00.0000000" }])
    await work(buildVisitRow(1, holder), signal);
  expect(asked().map(([, request]) => request)).toMatchObject([{ isTakeOver: false }, { isTakeOver: true }]);
});
