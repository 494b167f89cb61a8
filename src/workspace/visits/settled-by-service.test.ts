import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildEvent, buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import type { SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";

const event = buildEvent({ seed: 1 });
const { eventId } = event;
const visitId = event.visitCharged?.visitId ?? "";
const row = (changes: Partial<VisitRow>) =>
  buildVisitRow(0, { visitId, eventId, changeNumber: 5, ...changes });

/** A workspace whose sends get no answer, or these. */
async function unanswered(userName: string, answers: SendResult[] = []) {
  const workspace = await openWorkspace({
    userName,
    sessionKey: "live",
    environment: new WorkspaceDesk().tab().environment,
    summarise: (each) => summariseEvent(each),
    repeatsAreSafe: () => false,
    sender: {
      sendVisit: async () => answers.shift() ?? { kind: "unknown", message: "No answer" },
      sendMessage: async () => ({ kind: "not-sent" }),
    },
  });
  const told: Settled[] = [];
  workspace.outbox.onSettled((settled) => told.push(settled));
  await workspace.visits.importMany([event], { fileName: "f" });
  return {
    ...workspace,
    visits: workspace.visits,
    outbox: workspace.outbox,
    told,
    close: () => workspace.close(),
  };
}

test("what the service shows charged is charged here too", async () => {
  const { visits, outbox, told, close } = await unanswered("settled");
  await outbox.sendBatch([eventId]);
  expect(visits.summary(eventId)?.state).toBe("unknown");
  visits.service.receive(row({ state: "charged", invoiceNumber: 12 }));
  await expect.poll(() => visits.summary(eventId)?.state).toBe("charged");
  expect(told.map(({ outcome }) => outcome)).toEqual(["unknown", "charged"]);
  close();
});

test("what the service said before the timeout settles it", async () => {
  const { visits, outbox, close } = await unanswered("settled-before");
  visits.service.receive(row({ state: "charged" }));
  await outbox.enqueueVisit(eventId);
  await expect.poll(() => visits.summary(eventId)?.state).toBe("charged");
  close();
});

test("a visit that another event charged has no second invoice", async () => {
  const { visits, outbox, close } = await unanswered("settled-other");
  await outbox.sendBatch([eventId]);
  visits.service.receive(row({ state: "charged", eventId: buildGuid(3, 9) }));
  await expect.poll(() => visits.summary(eventId)?.state).toBe("refused");
  expect(outbox.plan(eventId)).toMatchObject({ reason: "visit-charged" });
  close();
});

test("an event's own place in the history settles it", async () => {
  const { visits, outbox, close } = await unanswered("settled-history");
  await outbox.sendBatch([eventId]);
  const withheld = { visitId, eventId, outcome: "withheld", reason: "Papers", fields: [] } as const;
  await visits.settling.receive([withheld]);
  expect(visits.summary(eventId)).toMatchObject({ state: "withheld", attempts: [{ message: "Papers" }] });
  close();
});

test("an earlier refusal does not settle a later attempt", async () => {
  const refused: SendResult = { kind: "refused", code: "Bad", message: "Bad", fields: [] };
  const { visits, outbox, close } = await unanswered("settled-refused", [refused]);
  await outbox.sendBatch([eventId]);
  await outbox.sendBatch([eventId]);
  expect(visits.summary(eventId)?.state).toBe("unknown");
  await visits.settling.receive([{ visitId, eventId, outcome: "refused", fields: [] }]);
  expect(visits.summary(eventId)?.state).toBe("unknown");
  close();
});
