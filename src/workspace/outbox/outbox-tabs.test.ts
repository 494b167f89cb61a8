import type { DraftEvent } from "#room/billing/draft-event.ts";
import "fake-indexeddb/auto";
import { afterEach, expect, test } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { databaseNameOf } from "#room/workspace/storage/database.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitFacts } from "#room/workspace/visits/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

const open: Workspace[] = [];
let users = 0;

afterEach(() => {
  for (const workspace of open.splice(0)) workspace.close();
});

function summarise(event: DraftEvent): VisitFacts {
  const facts = { practiceId: "", amountMinor: 100, currency: "USD", lineCount: 1, reason: "" };
  return { ...facts, visitId: String(event["visitId"]), blocking: 0, warnings: 0, text: "" };
}

const id = (digit: string) => digit.repeat(32);
const event = (digit: string, note = "one"): DraftEvent => ({ eventId: id(digit), visitId: digit, note });

function desk() {
  const machine = new WorkspaceDesk();
  users += 1;
  const userName = `tabs-user${String(users)}`;
  const sent: string[] = [];
  let onSend: () => Promise<SendResult> = () => Promise.resolve({ kind: "charged" });
  const enter = async () => {
    const tab = machine.tab();
    const workspace = await openWorkspace({
      userName,
      sessionKey: "live",
      environment: tab.environment,
      summariser: async () => summarise,
      repeatsAreSafe: () => true,
      sender: {
        sendVisit: ({ text }) => {
          sent.push(text);
          return onSend();
        },
        sendMessage: () => Promise.resolve({ kind: "not-sent" }),
      },
    });
    open.push(workspace);
    return Object.assign(workspace, { tab });
  };
  return { machine, userName, enter, sent, answerBy: (next: typeof onSend) => (onSend = next) };
}

/** Corrupts all bodies stored so far. */
async function damageBodies(userName: string): Promise<void> {
  const opening = indexedDB.open(await databaseNameOf(userName));
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  const write = opening.result.transaction("bodies", "readwrite");
  const keys = write.objectStore("bodies").getAllKeys();
  keys.addEventListener("success", () => {
    for (const key of keys.result) write.objectStore("bodies").put(new Uint8Array(40), key);
  });
  await new Promise((resolve) => write.addEventListener("complete", resolve));
  opening.result.close();
}

/** A turn of the loop, and of the threads that seal: on a busy machine these come later. */
async function nextTurn(): Promise<void> {
  await crypto.subtle.digest("SHA-256", new Uint8Array(1));
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Lets the tab acquire the send lock and prepare what it needs. */
async function rest(machine: WorkspaceDesk): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    machine.pass(1000);
    for (let wait = 0; wait < 12; wait += 1) await nextTurn();
  }
}

test("an event's attempt reaches disk before it leaves", async () => {
  const { enter, sent, answerBy } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  let onDisk: unknown;
  answerBy(async () => {
    const beside = await enter();
    onDisk = beside.visits.summary(id("a"))?.attempts;
    return { kind: "charged" };
  });
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ kind: "send" });
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toEqual([JSON.stringify(event("a"))]);
  expect(onDisk).toMatchObject([{ number: 1, contentHash: expect.any(String) }]);
  expect(visits.summary(id("a"))).toMatchObject({ changedSinceAttempt: false });
  expect(visits.summary(id("a"))?.attempts).toMatchObject([{ outcome: "charged" }]);
});

test("an event leaves as edited last", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await visits.put(id("a"), event("a", "edited"));
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toEqual([JSON.stringify(event("a", "edited"))]);
});

test("two tabs send one after the other", async () => {
  const { enter, sent } = desk();
  const one = await enter();
  const two = await enter();
  await one.visits.add(event("a"), { kind: "new" });
  await one.visits.add(event("b"), { kind: "new" });
  await expect.poll(() => two.visits.list().length).toBe(2);
  await two.outbox.enqueueVisit(id("b"));
  await expect.poll(() => two.visits.summary(id("b"))?.state).toBe("charged");
  await one.outbox.enqueueVisit(id("a"));
  await expect.poll(() => one.visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toHaveLength(2);
});

test("a tab sends what is on disk despite missed messages", async () => {
  const { enter, sent } = desk();
  const one = await enter();
  const two = await enter();
  await one.visits.add(event("a"), { kind: "new" });
  await expect.poll(() => two.visits.list().length).toBe(1);
  // It writes, and is killed before it tells the others.
  two.tab.kill();
  await two.visits.put(id("a"), event("a", "newer"));
  await one.outbox.enqueueVisit(id("a"));
  await expect.poll(() => one.visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toEqual([JSON.stringify(event("a", "newer"))]);
});

test("an event removed and imported again leaves as imported last", async () => {
  const { machine, enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await visits.remove([id("a")]);
  machine.pass(1);
  await visits.add(event("a", "again"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toEqual([JSON.stringify(event("a", "again"))]);
});

test("an unreadable message leaves a charge under way alone", async () => {
  const { machine, userName, enter, sent, answerBy } = desk();
  const { visits, outbox, messages } = await enter();
  const draft = { to: ["a@b.example"], cc: [], bcc: [], subject: "Hello", textBody: "", attachments: [] };
  await messages.put("m", draft);
  await damageBodies(userName);
  await visits.add(event("a"), { kind: "new" });
  let answer: (result: SendResult) => void = () => undefined;
  answerBy(() => new Promise((resolve) => (answer = resolve)));
  machine.setOnline(false);
  await outbox.enqueueVisit(id("a"));
  await outbox.enqueueMessage("m");
  machine.setOnline(true);
  await expect.poll(() => sent.length).toBe(1);
  for (let turn = 0; turn < 4; turn += 1) await rest(machine);
  expect(visits.summary(id("a"))).toMatchObject({ state: "waiting", queued: { state: "sending" } });
  answer({ kind: "charged" });
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
});
