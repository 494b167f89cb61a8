import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { batchSenderOf } from "./send-run.ts";

test("a batch counts what settles during it and after", async () => {
  const machine = new WorkspaceDesk();
  const events = [1, 2, 3].map((seed) => buildEvent({ seed }));
  const answers: SendResult[] = [{ kind: "charged" }, { kind: "unknown", message: "" }, { kind: "charged" }];
  const workspace = await openWorkspace({
    userName: "batch-user",
    sessionKey: "live",
    environment: machine.tab().environment,
    summariser: async () => summariseEvent,
    repeatsAreSafe: () => true,
    sender: {
      sendVisit: async () => answers.shift() ?? { kind: "charged" },
      sendMessage: async () => ({ kind: "not-sent" }),
    },
  });
  const { visits, outbox } = workspace;
  const ids = events.map(({ eventId }) => eventId);
  await visits.importMany(events, { fileName: "f" });
  const batches = batchSenderOf(outbox);
  const counted: boolean[] = [];
  batches.subscribe(() => {
    const { done = 0, counts = {}, phase } = batches.get() ?? {};
    const sum = Object.values(counts).reduce((all, count) => all + count, 0);
    if (phase === "running") counted.push(sum === done);
  });
  await batches.start(ids, new Map());
  expect(counted).not.toContain(false);
  expect(batches.get()).toMatchObject({
    phase: "done",
    total: 3,
    done: 3,
    counts: { charged: 2, unknown: 1 },
  });
  // It is resent automatically, and its reported outcome is updated.
  await expect.poll(() => (machine.pass(30_000), batches.get()?.counts)).toEqual({ charged: 3 });
  workspace.close();
});
