import type { DraftEvent } from "#room/billing/draft-event.ts";
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { databaseNameOf } from "#room/workspace/storage/database.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitFacts } from "#room/workspace/visits/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

const open: Workspace[] = [];
let users = 0;

afterEach(() => {
  vi.useRealTimers();
  for (const workspace of open.splice(0)) workspace.close();
});

function summarise(event: DraftEvent): VisitFacts {
  const visitId = typeof event["visitId"] === "string" ? event["visitId"] : "";
  const note = typeof event["note"] === "string" ? event["note"] : "";
  const facts = { visitId, practiceId: "", amountMinor: 100, currency: "USD", lineCount: 1, reason: "" };
  return { ...facts, blocking: note === "faulty" ? 1 : 0, warnings: 0, text: note };
}

const id = (digit: string) => digit.repeat(32);
const event = (digit: string, note = "one", visit = digit): DraftEvent => ({
  eventId: id(digit),
  visitId: id(visit),
  note,
});
const unknown: SendResult = { kind: "unknown", message: "No answer came" };

/** An answer that is given later. */
function later() {
  let resolve: (result: SendResult) => void = () => undefined;
  const promise = new Promise<SendResult>((give) => (resolve = give));
  return { promise, resolve };
}

/** A machine and a service whose answers are given one by one; the last is repeated. */
function desk({ isSafe = true, takesMs = 0 }: { isSafe?: boolean; takesMs?: number } = {}) {
  const machine = new WorkspaceDesk();
  users += 1;
  const userName = `outbox-user${String(users)}`;
  const answers: (SendResult | Promise<SendResult>)[] = [];
  const sent: DraftEvent[] = [];
  const messages: string[] = [];
  const enter = async () => {
    const tab = machine.tab();
    const workspace = await openWorkspace({
      userName,
      sessionKey: "live",
      environment: tab.environment,
      summarise,
      repeatsAreSafe: () => isSafe,
      sender: {
        sendVisit: async ({ text }) => {
          sent.push(JSON.parse(text) as DraftEvent);
          if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
          return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: "charged" };
        },
        sendMessage: async ({ draft }) => {
          messages.push(draft.subject);
          return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: "sent", messageId: 7 };
        },
      },
    });
    open.push(workspace);
    const crash = async () => {
      tab.kill();
      workspace.close();
      machine.locks.abandon(`outbox-${await databaseNameOf(userName)}`);
    };
    return Object.assign(workspace, { crash });
  };
  return { machine, enter, answers, sent, messages };
}

/** Before the first answer few leave at once. */
async function answerOnce({ visits, outbox }: Pick<Workspace, "visits" | "outbox">): Promise<void> {
  await visits.add(event("d"), { kind: "new" });
  await outbox.sendBatch([id("d")]);
}

test("what is sent is written down first, and then its outcome with who, when, how long and the request id", async () => {
  const { enter, answers, machine } = desk();
  const { visits, outbox } = await enter();
  let atSending: unknown;
  answers.push(
    Promise.resolve().then(async () => {
      await expect.poll(() => visits.summary(id("a"))?.queued?.state).toBe("sending");
      atSending = visits.summary(id("a"))?.attempts;
      machine.time += 40;
      return { kind: "charged", requestId: "r-1" };
    }),
  );
  await visits.add(event("a"), { kind: "new" });
  const { counts } = await outbox.sendBatch([id("a")]);
  expect(counts).toEqual({ charged: 1 });
  expect(atSending).toMatchObject([{ number: 1, contentHash: expect.any(String) }]);
  expect(visits.summary(id("a"))).toMatchObject({ state: "charged", changedSinceAttempt: false });
  expect(visits.summary(id("a"))?.attempts).toMatchObject([
    { outcome: "charged", durationMs: 40, requestId: "r-1" },
  ]);
  expect(visits.summary(id("a"))?.queued).toBeUndefined();
});

test("how long an attempt took counts from when its request left, not from when it waited for a place", async () => {
  const { enter, answers, machine, sent } = desk();
  const workspace = await enter();
  const { visits, outbox } = workspace;
  const first = later();
  const last = later();
  const atOnce = 12;
  await answerOnce(workspace);
  sent.length = 0;
  answers.push(...Array.from({ length: atOnce }, () => first.promise), last.promise);
  const digits = [..."0123456789abc"];
  for (const digit of digits) await visits.add(event(digit), { kind: "new" });
  const done = outbox.sendBatch(digits.map(id));
  await expect.poll(() => sent.length).toBe(atOnce);
  machine.time += 1000;
  first.resolve({ kind: "charged" });
  await expect.poll(() => sent.length).toBe(atOnce + 1);
  machine.time += 40;
  last.resolve({ kind: "charged" });
  await done;
  const took = digits.map((digit) => visits.summary(id(digit))?.attempts.at(-1)?.durationMs);
  expect(took.toSorted((a = 0, b = 0) => a - b)).toEqual([40, ...digits.slice(1).map(() => 1000)]);
});

test("where repeats are not declared safe, nothing waits in the browser's queue: a crash would leave it unknown", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  const workspace = await enter();
  const { visits, outbox } = workspace;
  const answer = later();
  await answerOnce(workspace);
  sent.length = 0;
  answers.push(answer.promise);
  const digits = [..."0123456789abc"];
  for (const digit of digits) await visits.add(event(digit), { kind: "new" });
  const done = outbox.sendBatch(digits.map(id));
  await expect.poll(() => sent.length).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(6);
  answer.resolve({ kind: "charged" });
  await done;
  expect(sent).toHaveLength(digits.length);
});

test("what was changed and changed back counts as unchanged, and goes again as the same content", async () => {
  const { enter, answers, sent } = desk();
  answers.push({ kind: "withheld" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "two"));
  await visits.put(id("a"), event("a", "three"));
  expect(visits.summary(id("a"))).toMatchObject({ changedSinceAttempt: true });
  const { eventId, ...rest } = event("a");
  await visits.put(id("a"), { ...rest, left: null, eventId });
  expect(visits.summary(id("a"))).toMatchObject({ changedSinceAttempt: false });
  await outbox.sendBatch([id("a")]);
  const [first, second] = visits.summary(id("a"))?.attempts ?? [];
  expect(second?.contentHash).toBe(first?.contentHash);
  expect(sent).toHaveLength(2);
  expect((await visits.attemptContent(id("a"), 1))?.sent).toMatchObject(event("a"));
  await visits.put(id("a"), event("a", "two"));
  expect((await visits.attemptContent(id("a"), 2))?.sent).toMatchObject(event("a"));
});

test("a long batch waits for no further outcomes when there are none", async () => {
  const { enter } = desk();
  const { visits, outbox } = await enter();
  const digits = "0123456789abcdefghijklmn";
  for (const digit of digits) await visits.add(event(digit), { kind: "new" });
  // No wait that is begun from here on ends.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await outbox.sendBatch(Array.from(digits, id));
  expect(visits.list().map(({ state }) => state)).toEqual(Array.from(digits, () => "charged"));
});

test("a charged event is not sent again", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ kind: "blocked", reason: "charged" });
  expect(sent).toHaveLength(1);
});

test("while offline nothing leaves; it leaves by itself when the network is back, also after a restart", async () => {
  const { enter, machine, sent } = desk();
  machine.setOnline(false);
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  await first.outbox.enqueueVisit(id("a"));
  expect(first.outbox.status()).toMatchObject({ waiting: 1, pausedBecause: "offline" });
  await first.crash();
  const again = await enter();
  expect(again.visits.summary(id("a"))?.state).toBe("waiting");
  expect(sent).toHaveLength(0);
  machine.setOnline(true);
  await expect.poll(() => again.visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toHaveLength(1);
});

test("a busy service is asked again no earlier than it said, with growing pauses and one attempt in the ledger", async () => {
  const { enter, machine, answers, sent } = desk();
  answers.push({ kind: "busy", retryAfterMs: 60_000 }, { kind: "busy" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => outbox.status().pausedBecause).toBe("busy");
  await expect.poll(() => visits.summary(id("a"))?.queued?.state).toBe("waiting");
  machine.pass(59_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
  machine.pass(8_000);
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => visits.summary(id("a"))?.queued?.state).toBe("waiting");
  await expect.poll(() => (machine.pass(1_000), visits.summary(id("a"))?.state)).toBe("charged");
  expect(visits.summary(id("a"))?.attempts).toMatchObject([{ outcome: "charged", tries: 3 }]);
});

test("a person need not wait for a busy service", async () => {
  const { enter, answers } = desk();
  answers.push({ kind: "busy", retryAfterMs: 3_600_000 }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => visits.summary(id("a"))?.queued?.reason).toBe("busy");
  outbox.sendWaiting();
  await outbox.retryNow();
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
});

test("without a session nothing leaves until it is back", async () => {
  const { enter, answers, sent } = desk();
  answers.push({ kind: "no-session" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => outbox.status().pausedBecause).toBe("session");
  expect(sent).toHaveLength(1);
  outbox.sendWaiting();
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
});

test("an unknown attempt waits for a person's word where repeats are not declared safe", async () => {
  const { enter, machine, answers, sent } = desk({ isSafe: false });
  answers.push(unknown, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ unknown: 1 });
  machine.pass(24 * 60 * 60 * 1000);
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ reason: "unknown-needs-word" });
  expect(await outbox.repeat(id("a"), { confirmed: false })).toMatchObject({ reason: "unknown-needs-word" });
  expect(sent).toHaveLength(1);
  await outbox.repeat(id("a"), { confirmed: true });
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toEqual([event("a"), event("a")]);
});

test("where repeats are safe an unknown attempt is settled by itself with the same content", async () => {
  const { enter, machine, answers, sent } = desk();
  answers.push(unknown, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(visits.summary(id("a"))).toMatchObject({
    state: "unknown",
    queued: { reason: "settle", repeats: true },
  });
  await visits.put(id("a"), event("a", "changed"));
  await expect.poll(() => (machine.pass(10_000), visits.summary(id("a"))?.state)).toBe("charged");
  expect(sent).toEqual([event("a"), event("a")]);
  expect(visits.summary(id("a"))).toMatchObject({ changedSinceAttempt: true, text: "changed" });
});

test("a change after an unknown attempt does not leave until that one is settled", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(unknown, { kind: "withheld", message: "manual review" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "changed"));
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "unknown-changed" });
  await expect(visits.reissue(id("a"))).rejects.toThrow("not settled");
  await outbox.repeat(id("a"), { confirmed: true });
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("withheld");
  expect(sent[1]).toEqual(event("a"));
  expect(outbox.plan(id("a"))).toEqual({ kind: "correct", expects: "charged" });
  const { eventId: next } = await outbox.enqueueVisit(id("a"));
  await expect.poll(() => visits.summary(next)?.state).toBe("charged");
  expect((await visits.get(id("a")))?.event).toEqual(event("a"));
  expect(sent[2]).toEqual({ ...event("a", "changed"), eventId: next });
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "replaced" });
});

test("a correction whose eventId is typed over still stands for what it corrects", async () => {
  const { enter, answers } = desk({ isSafe: false });
  answers.push({ kind: "withheld", message: "manual review" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  const first = await visits.reissue(id("a"));
  const second = await visits.reissue(first, id("c"));
  expect(visits.list().map(({ eventId }) => eventId)).toEqual([second]);
  expect(visits.newestOf(id("a"))).toBe(second);
  expect(visits.older(second).map(({ eventId }) => eventId)).toEqual([id("a")]);
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "replaced" });
  expect(await visits.reissue(id("a"))).toBe(second);
});

test("another event of the visit does not leave while the first one's outcome is unknown", async () => {
  const { enter, answers } = desk({ isSafe: false });
  answers.push(unknown);
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one", "f"), { kind: "new" });
  await visits.add(event("b", "two", "f"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(outbox.plan(id("b"))).toMatchObject({ reason: "visit-unsettled" });
});

test("of two events of one visit in one batch the second meets the first one's outcome", async () => {
  const { enter, sent } = desk({ isSafe: false });
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one", "f"), { kind: "new" });
  await visits.add(event("b", "two", "f"), { kind: "new" });
  const { counts } = await outbox.sendBatch([id("a"), id("b")]);
  expect(counts).toEqual({ charged: 1, "not-accepted": 1 });
  expect(sent).toHaveLength(1);
});

test("a charged event that was removed and brought in again is not billed again", async () => {
  const { enter, sent } = desk({ isSafe: false });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.remove([id("a")]);
  await visits.importMany([event("a"), event("b", "two", "a")], { fileName: "again.json" });
  expect((await outbox.sendBatch([id("a"), id("b")])).counts).toEqual({ blocked: 2 });
  expect(sent).toHaveLength(1);
});

test("a refusal of a repeat leaves the first attempt unknown where repeats are not safe", async () => {
  const { enter, answers } = desk({ isSafe: false });
  answers.push(unknown, { kind: "refused", code: "Duplicate", message: "Seen before", fields: [] });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await outbox.repeat(id("a"), { confirmed: true });
  await expect.poll(() => visits.summary(id("a"))?.attempts.length).toBe(2);
  await expect.poll(() => visits.summary(id("a"))?.attempts[1]?.outcome).toBe("refused");
  expect(visits.summary(id("a"))?.state).toBe("unknown");
});

test("a tab that dies while its request is on its way leaves it unknown", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(new Promise<SendResult>(() => undefined), { kind: "charged" });
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  await first.outbox.enqueueVisit(id("a"));
  await expect.poll(() => sent.length).toBe(1);
  await first.crash();
  const again = await enter();
  await expect.poll(() => again.visits.summary(id("a"))?.state).toBe("unknown");
  expect(again.visits.summary(id("a"))?.attempts).toMatchObject([{ outcome: "unknown" }]);
  expect(sent).toHaveLength(1);
});

test("what was edited after it was submitted does not leave unseen", async () => {
  const { enter, machine, sent } = desk();
  machine.setOnline(false);
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await visits.put(id("a"), event("a", "second thoughts"));
  machine.setOnline(true);
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("draft");
  expect(sent).toHaveLength(0);
  expect(visits.summary(id("a"))?.text).toBe("second thoughts");
});

test("an entry can be held and withdrawn until it leaves", async () => {
  const { enter, machine, sent } = desk();
  machine.setOnline(false);
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await visits.add(event("b"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await outbox.enqueueVisit(id("b"));
  expect(await outbox.hold(id("a"))).toBe(true);
  expect(await outbox.withdraw(id("b"))).toBe(true);
  machine.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sent).toHaveLength(0);
  expect(visits.summary(id("b"))?.state).toBe("draft");
  await outbox.release(id("a"));
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(await outbox.hold(id("a"))).toBe(false);
});

test("faults that would be refused hold an event back until the user sets them aside", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a", "faulty"), { kind: "new" });
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ blocked: 1 });
  expect((await outbox.sendBatch([id("a")], { allowFaults: true })).counts).toEqual({ charged: 1 });
  expect(sent).toHaveLength(1);
});

test("a batch tells each outcome, can be stopped, and two tabs send nothing twice", async () => {
  const { enter, sent } = desk({ takesMs: 5 });
  const one = await enter();
  const two = await enter();
  const events = Array.from({ length: 300 }, (_, n) => {
    const eventId = `e${n.toString(16).padStart(31, "0")}`;
    return { eventId, visitId: eventId, note: "x" };
  });
  await one.visits.importMany(events, { fileName: "f" });
  await expect.poll(() => two.visits.list().length).toBe(300);
  const ids = events.map(({ eventId }) => eventId);
  const stop = new AbortController();
  const first = one.outbox.sendBatch(ids.slice(0, 200), { signal: stop.signal });
  const second = two.outbox.sendBatch(ids.slice(150));
  await expect.poll(() => sent.length, { interval: 5 }).toBeGreaterThan(20);
  stop.abort();
  const [stopped, whole] = await Promise.all([first, second]);
  expect(stopped.done).toBe(200);
  expect(stopped.counts["withdrawn"]).toBeGreaterThan(0);
  expect(whole.done).toBe(150);
  const rest = await one.outbox.sendBatch(ids);
  expect(rest.done).toBe(300);
  expect([...one.visits.list()].every(({ state }) => state === "charged")).toBe(true);
  expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(300);
  expect(sent).toHaveLength(300);
}, 20_000);

test("a message is held for its undo time, sent once, and kept with its id", async () => {
  const { enter, machine, messages } = desk();
  const workspace = await enter();
  const draft = { to: ["a@b.example"], cc: [], bcc: [], subject: "Hello", textBody: "text", attachments: [] };
  await workspace.messages.put("m", draft);
  await workspace.outbox.enqueueMessage("m", { holdMs: 10_000 });
  await expect(workspace.messages.put("m", draft)).rejects.toThrow("on its way");
  machine.pass(9_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(messages).toEqual([]);
  expect(await workspace.outbox.withdraw("m")).toBe(true);
  await workspace.messages.put("m", { ...draft, subject: "Hello again" });
  await workspace.outbox.enqueueMessage("m", { holdMs: 10_000 });
  await expect.poll(() => (machine.pass(2_000), workspace.messages.entry("m")?.state)).toBe("sent");
  expect(workspace.messages.entry("m")).toMatchObject({ messageId: 7, sentAt: expect.any(Number) });
  expect(messages).toEqual(["Hello again"]);
});

test("a message that may have been sent is never sent again by itself", async () => {
  const { enter, machine, answers, messages } = desk();
  answers.push(unknown, { kind: "sent", messageId: 9 });
  const workspace = await enter();
  const draft = { to: ["a@b.example"], cc: [], bcc: [], subject: "Once", textBody: "", attachments: [] };
  await workspace.messages.put("m", draft);
  await workspace.outbox.enqueueMessage("m");
  await expect.poll(() => workspace.messages.entry("m")?.state).toBe("unknown");
  machine.pass(24 * 60 * 60 * 1000);
  await workspace.crash();
  const again = await enter();
  machine.pass(60_000);
  await expect(again.outbox.enqueueMessage("m")).rejects.toThrow("may have been sent");
  expect(await again.outbox.repeat("m", { confirmed: false })).toMatchObject({ kind: "blocked" });
  expect(messages).toEqual(["Once"]);
  await again.outbox.repeat("m", { confirmed: true });
  await expect.poll(() => again.messages.entry("m")?.state).toBe("sent");
});

test("a message whose attachment is lost is refused, not called unknown, since it never left", async () => {
  const { enter, messages } = desk();
  const workspace = await enter();
  const lost = { id: "gone", fileName: "scan.pdf", contentType: "application/pdf", size: 10 };
  await workspace.messages.put("m", {
    to: ["a@b.example"],
    cc: [],
    bcc: [],
    subject: "With scan",
    textBody: "",
    attachments: [lost],
  });
  await workspace.outbox.enqueueMessage("m");
  await expect.poll(() => workspace.messages.entry("m")?.state).toBe("refused");
  expect(workspace.messages.entry("m")?.attempts).toMatchObject([{ code: "AttachmentLost" }]);
  expect(messages).toEqual([]);
});

test("a service that stops answering is not asked for the rest until a person says so", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(unknown);
  const { visits, outbox } = await enter();
  const digits = [..."0123456789abcdef"];
  const many = digits.flatMap((digit) =>
    digits.slice(0, 4).map((other) => ({
      ...event(digit),
      eventId: digit.repeat(31) + other,
      visitId: other + digit.repeat(31),
    })),
  );
  await visits.importMany(many, { fileName: "f" });
  const batch = outbox.sendBatch(many.map(({ eventId }) => eventId));
  await expect.poll(() => outbox.status().pausedBecause).toBe("no-answer");
  await expect.poll(() => outbox.status().sending).toBe(0);
  const asked = sent.length;
  expect(asked, "nothing was answered, so no fourth one left beside them").toBe(3);
  const states = () => visits.list().map(({ state }) => state);
  expect(states().filter((state) => state === "unknown")).toHaveLength(asked);
  expect(states().filter((state) => state === "waiting")).toHaveLength(64 - asked);

  // One goes ahead; while it gets no answer either, the others stay.
  await outbox.retryNow();
  await expect.poll(() => sent.length).toBe(asked + 1);
  await expect.poll(() => outbox.status().pausedBecause).toBe("no-answer");
  expect(sent).toHaveLength(asked + 1);

  answers.splice(0, answers.length, { kind: "charged" });
  await outbox.retryNow();
  expect((await batch).counts).toEqual({ unknown: asked + 1, charged: 63 - asked });
  expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(sent.length);
});

test("a paused run that is stopped takes back what has not left", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(unknown);
  const { visits, outbox } = await enter();
  const ids = [..."0123456789abcdef"].map(id);
  await visits.importMany(
    [..."0123456789abcdef"].map((digit) => event(digit)),
    { fileName: "f" },
  );
  const stop = new AbortController();
  const batch = outbox.sendBatch(ids, { signal: stop.signal });
  await expect.poll(() => outbox.status().pausedBecause).toBe("no-answer");
  stop.abort();
  const { counts } = await batch;
  expect(counts).toEqual({ unknown: sent.length, withdrawn: 16 - sent.length });
  expect(visits.list().filter(({ queued }) => queued)).toEqual([]);
  // What a person submits alone is tried: nothing else waits for its answer.
  answers.splice(0, answers.length, { kind: "charged" });
  const left = visits.list().find(({ state }) => state === "draft")?.eventId ?? "";
  await outbox.enqueueVisit(left);
  await expect.poll(() => visits.summary(left)?.state).toBe("charged");
});

test("progress is told while a batch runs, not at its end", async () => {
  const { enter } = desk({ takesMs: 15 });
  const { visits, outbox } = await enter();
  const digits = [..."0123456789abcdef"];
  const many = digits.flatMap((digit) =>
    digits.slice(0, 12).map((other) => ({
      ...event(digit),
      eventId: digit.repeat(31) + other,
      visitId: other + digit.repeat(31),
    })),
  );
  await visits.importMany(many, { fileName: "f" });
  let told = 0;
  let behind = 0;
  visits.subscribe(() => {
    const done = visits.list().filter(({ state }) => state === "charged").length;
    setTimeout(() => (behind = Math.max(behind, done - told)), 0);
  });
  await outbox.sendBatch(
    many.map(({ eventId }) => eventId),
    { onProgress: ({ done }) => (told = done) },
  );
  expect(told).toBe(192);
  expect(behind).toBe(0);
});

test("a newer import that is not merged keeps the draft from leaving, wherever it is sent from", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.importMany([event("a")], { fileName: "one.json" });
  await visits.put(id("a"), event("a", "mine"));
  await visits.importMany([event("a", "theirs")], { fileName: "two.json" });
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "to-be-merged" });
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ reason: "to-be-merged" });
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ blocked: 1 });
  expect(sent).toEqual([]);
  await visits.resolveMerge(id("a"), event("a", "both"));
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ charged: 1 });
});

test("a newer import that comes while it waits keeps it from leaving", async () => {
  const { enter, machine, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.importMany([event("a")], { fileName: "one.json" });
  await visits.put(id("a"), event("a", "mine"));
  machine.setOnline(false);
  await outbox.enqueueVisit(id("a"));
  await visits.importMany([event("a", "theirs")], { fileName: "two.json" });
  machine.setOnline(true);
  await expect.poll(() => visits.summary(id("a"))?.queued).toBeUndefined();
  expect(sent).toEqual([]);
});

test("a correction of what was withheld is one row with its story, also for a newer file of the old event", async () => {
  const { enter, answers } = desk();
  answers.push({ kind: "withheld", message: "review" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.importMany([event("a")], { fileName: "one.json" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "corrected"));
  const { counts } = await outbox.sendBatch([id("a")]);
  expect(counts).toEqual({ charged: 1 });
  const [row, ...others] = visits.list();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: "charged", source: { kind: "reissue", name: id("a") } });
  expect(visits.older(row?.eventId ?? "")).toMatchObject([{ eventId: id("a"), state: "withheld" }]);
  expect(visits.newestOf(id("a"))).toBe(row?.eventId);
  const [again] = await visits.importMany([event("a", "newer")], { fileName: "two.json" });
  expect(again).toEqual({ eventId: row?.eventId, result: "conflict" });
  expect(visits.list()).toHaveLength(1);

  const removed = await visits.remove([row?.eventId ?? ""]);
  expect(visits.list()).toEqual([]);
  await visits.restore(removed);
  expect(visits.list()).toHaveLength(1);
  expect(visits.older(row?.eventId ?? "")).toHaveLength(1);
});

test("two tabs that correct the same event make one corrected version", async () => {
  const { enter, answers, sent } = desk();
  answers.push({ kind: "withheld" }, { kind: "charged" });
  const [one, two] = [await enter(), await enter()];
  await one.visits.add(event("a"), { kind: "new" });
  await one.outbox.sendBatch([id("a")]);
  await one.visits.put(id("a"), event("a", "corrected"));
  await expect.poll(() => two.outbox.plan(id("a")).kind).toBe("correct");
  await Promise.all([one.outbox.enqueueVisit(id("a")), two.outbox.enqueueVisit(id("a"))]);
  await expect.poll(() => one.visits.list().map(({ state }) => state)).toEqual(["charged"]);
  await expect.poll(() => two.visits.list().map(({ state }) => state)).toEqual(["charged"]);
  expect(sent).toHaveLength(2);
});

test("what would only be answered with charged already is not sent, also where repeats are safe", async () => {
  const { enter, answers, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one", "f"), { kind: "new" });
  await visits.add(event("b", "two", "f"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(outbox.plan(id("b"))).toMatchObject({ reason: "visit-charged" });
  // An event that is not kept yet is judged by what is typed.
  expect(outbox.plan(id("c"), { live: { visitId: id("f") } })).toMatchObject({ reason: "visit-charged" });
  expect(outbox.plan(id("c"), { live: { visitId: id("e"), reason: "held" } })).toEqual({
    kind: "send",
    expects: "withheld",
  });
  answers.push({ kind: "refused", code: "VisitAlreadyInvoiced", message: "", fields: [] });
  await visits.add(event("d"), { kind: "new" });
  await outbox.sendBatch([id("d")]);
  await visits.put(id("d"), event("d", "changed"));
  expect(outbox.plan(id("d"))).toMatchObject({ reason: "visit-charged" });
  await visits.put(id("d"), event("d", "changed", "9"));
  expect(outbox.plan(id("d"))).toMatchObject({ kind: "send" });
  expect(sent).toHaveLength(2);
});
