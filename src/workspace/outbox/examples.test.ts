import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";

const id = (digit: string) => digit.repeat(32);

const facts = {
  practiceId: "",
  amountMinor: 100,
  currency: "USD",
  lineCount: 1,
  reason: "",
  text: "",
  blocking: 0,
  warnings: 0,
};

/** A workspace whose service bills real visits, or is a demo. */
async function desk(userName: string, isDemo: boolean) {
  const sent: string[] = [];
  const workspace = await openWorkspace({
    userName,
    sessionKey: "live",
    environment: new WorkspaceDesk().tab().environment,
    summariser:
      async () =>
      ({ visitId, isExample }) => ({
        ...facts,
        visitId: String(visitId),
        ...(isExample === true && { isExample }),
      }),
    repeatsAreSafe: () => true,
    examplesMayLeave: () => isDemo,
    sender: {
      sendVisit: ({ eventId }) => {
        sent.push(eventId);
        return Promise.resolve({ kind: "charged" });
      },
      sendMessage: () => Promise.resolve({ kind: "not-sent" }),
    },
  });
  const { visits, outbox } = workspace;
  await visits.add({ eventId: id("a"), visitId: "a", isExample: true }, { kind: "example" });
  // A copy of an example, and one that was exported and imported again.
  await visits.add({ eventId: id("b"), visitId: "b", isExample: true }, { kind: "copy", name: id("a") });
  await visits.importMany([{ eventId: id("c"), visitId: "c", isExample: true }], { fileName: "x.json" });
  const examples = [id("a"), id("b"), id("c")];
  return { visits, outbox, examples, sent, workspace };
}

test("no example, copy or export reaches a billing service", async () => {
  const { outbox, visits, examples, sent, workspace } = await desk("examples-real", false);
  for (const eventId of examples) {
    expect(outbox.plan(eventId)).toMatchObject({ kind: "blocked", reason: "example" });
    expect(await outbox.enqueueVisit(eventId)).toMatchObject({ reason: "example" });
    expect(await outbox.enqueueVisit(eventId, { allowFaults: true })).toMatchObject({ reason: "example" });
  }
  expect((await outbox.sendBatch(examples)).counts).toEqual({ blocked: 3 });
  const copy = await visits.reissue(id("a"));
  expect(outbox.plan(copy)).toMatchObject({ reason: "example" });
  expect(sent).toEqual([]);
  workspace.close();
});

test("a demonstration takes them", async () => {
  const { outbox, examples, sent, workspace } = await desk("examples-demo", true);
  expect((await outbox.sendBatch(examples)).counts).toEqual({ charged: 3 });
  expect(sent.toSorted()).toEqual(examples);
  workspace.close();
});
