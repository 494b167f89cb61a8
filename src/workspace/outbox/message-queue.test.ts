import "fake-indexeddb/auto";
import { afterEach, expect, test } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

const open: Workspace[] = [];
afterEach(() => {
  for (const workspace of open.splice(0)) workspace.close();
});

const draft = { to: ["a@b.example"], cc: [], bcc: [], subject: "Hello", textBody: "text", attachments: [] };
const unknown: SendResult = { kind: "unknown", message: "No answer" };

function desk() {
  const machine = new WorkspaceDesk();
  const userName = `casey-${crypto.randomUUID()}`;
  const answers: SendResult[] = [];
  const names: string[] = [];
  const enter = async () => {
    const tab = machine.tab();
    const workspace = await openWorkspace({
      userName,
      sessionKey: "live",
      environment: tab.environment,
      summariser: async () => () => ({
        visitId: "",
        practiceId: "",
        amountMinor: 0,
        currency: "USD",
        lineCount: 0,
        reason: "",
        blocking: 0,
        warnings: 0,
        text: "",
      }),
      repeatsAreSafe: () => false,
      sender: {
        sendVisit: () => Promise.resolve({ kind: "not-sent" }),
        sendMessage: async ({ clientMessageId }) => {
          names.push(clientMessageId);
          return answers.shift() ?? { kind: "sent", messageId: 7 };
        },
      },
    });
    open.push(workspace);
    return workspace;
  };
  return { machine, enter, answers, names };
}

/** A message that got no answer. */
async function lost() {
  const all = desk();
  all.answers.push(unknown);
  const workspace = await all.enter();
  await workspace.messages.put("m", draft);
  await workspace.outbox.enqueueMessage("m");
  await expect.poll(() => workspace.messages.entry("m")?.state).toBe("unknown");
  return { ...all, workspace };
}

test("a repeat keeps its name, a changed message does not", async () => {
  const { workspace, names, answers } = await lost();
  answers.push(unknown);
  await workspace.outbox.repeat("m", { confirmed: true });
  await expect.poll(() => names.length).toBe(2);
  await expect.poll(() => workspace.messages.entry("m")?.state).toBe("unknown");
  expect(names[1]).toBe(names[0]);
  expect(workspace.messages.entry("m")?.clientMessageId).toBe(names[0]);
  await workspace.messages.settle("m", { arrived: false, by: "person" });
  expect(workspace.messages.entry("m")?.state).toBe("draft");
  await workspace.messages.put("m", { ...draft, textBody: "changed" });
  await workspace.outbox.enqueueMessage("m");
  await expect.poll(() => workspace.messages.entry("m")?.state).toBe("sent");
  expect(names[2]).not.toBe(names[0]);
});

test("a learned answer settles its own loss, not a later", async () => {
  const { workspace, answers } = await lost();
  await workspace.messages.settle("m", { arrived: true, by: "service", messageId: 9 });
  expect(workspace.messages.entry("m")).toMatchObject({
    state: "sent",
    messageId: 9,
    attempts: [{ outcome: "unknown" }],
  });
  // Settled once; it cannot be changed afterwards.
  await workspace.messages.settle("m", { arrived: false, by: "person" });
  expect(workspace.messages.entry("m")?.state).toBe("sent");

  const other = await lost();
  await other.workspace.messages.settle("m", { arrived: false, by: "person" });
  other.answers.push(unknown);
  await other.workspace.outbox.enqueueMessage("m");
  await expect.poll(() => other.workspace.messages.entry("m")?.state).toBe("unknown");
  expect(answers).toEqual([]);
});

test("a message held at closing asks before it leaves", async () => {
  const { machine, enter, names } = desk();
  const first = await enter();
  await first.messages.put("m", draft);
  await first.outbox.enqueueMessage("m", { holdMs: 10_000 });
  first.close();
  machine.time += 60 * 60 * 1000;
  const second = await enter();
  expect(second.messages.entry("m")?.queued).toMatchObject({
    reason: "left",
    notBefore: machine.time + 30_000,
  });
  machine.pass(29_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(names).toEqual([]);
  await expect.poll(() => (machine.pass(2000), second.messages.entry("m")?.state)).toBe("sent");
  expect(names).toHaveLength(1);
});
