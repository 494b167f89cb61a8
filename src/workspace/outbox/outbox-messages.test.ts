import { expect, test } from "vitest";
import { desk, event, id, later, unknown } from "./test-desk.ts";

const draft = { to: ["a@b.example"], cc: [], bcc: [], subject: "Hello", textBody: "text", attachments: [] };

test("a message waits its undo time and is sent once", async () => {
  const { enter, machine, messages } = desk();
  const workspace = await enter();
  await workspace.messages.put("m", draft);
  await workspace.outbox.enqueueMessage("m", { holdMs: 10_000 });
  await expect(workspace.messages.put("m", draft)).rejects.toThrow("being sent");
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

test("a message possibly sent is never resent by itself", async () => {
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

test("a message whose attachment is lost is refused", async () => {
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

test("a message does not wait for a batch of visits", async () => {
  const { enter, machine, answers, messages, sent } = desk();
  const [slow, next] = [later(), later()];
  answers.push(slow.promise, next.promise, { kind: "sent", messageId: 7 });
  const workspace = await enter();
  for (const digit of ["a", "b"]) await workspace.visits.add(event(digit), { kind: "new" });
  const batch = workspace.outbox.sendBatch([id("a"), id("b")]);
  await expect.poll(() => sent.length).toBe(2);
  await workspace.messages.put("m", draft);
  await workspace.outbox.enqueueMessage("m", { holdMs: 10_000 });
  await expect.poll(() => (machine.pass(2_000), workspace.messages.entry("m")?.state)).toBe("sent");
  expect(messages).toEqual(["Hello"]);
  slow.resolve({ kind: "charged" });
  next.resolve({ kind: "charged" });
  expect((await batch).counts).toEqual({ charged: 2 });
  await workspace.messages.put("later", draft);
  await workspace.outbox.enqueueMessage("later");
  await expect.poll(() => workspace.messages.entry("later")?.state).toBe("sent");
});

test("nor does a message of another tab", async () => {
  const { enter, answers, sent } = desk();
  const slow = later();
  answers.push(slow.promise, { kind: "sent", messageId: 7 });
  const [one, two] = [await enter(), await enter()];
  await one.visits.add(event("a"), { kind: "new" });
  const batch = one.outbox.sendBatch([id("a")]);
  await expect.poll(() => sent.length).toBe(1);
  await two.messages.put("m", draft);
  await two.outbox.enqueueMessage("m");
  await expect.poll(() => two.messages.entry("m")?.state).toBe("sent");
  slow.resolve({ kind: "charged" });
  expect((await batch).counts).toEqual({ charged: 1 });
});
