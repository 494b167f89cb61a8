import { expect, test } from "vitest";
import { desk } from "#room/workspace/test-workspace.ts";

const draft = { to: ["a@b.example"], cc: [], bcc: [], subject: "Here", textBody: "text", attachments: [] };
const told = (messageId: number, clientMessageId: string) => ({
  clientMessageId,
  messageId,
  to: ["robin@direct.example"],
  subject: `Number ${String(messageId)}`,
  preview: "Some words",
  attachmentCount: 0,
  sentAt: messageId * 1000,
});

test("what was sent elsewhere is listed once, and only here", async () => {
  const { enter } = desk();
  const one = await enter();
  await one.messages.put("m", draft);
  await one.outbox.enqueueMessage("m");
  await expect.poll(() => one.messages.entry("m")?.state).toBe("sent");
  const own = one.messages.entry("m")?.clientMessageId ?? "";
  let changes = 0;
  const stop = one.messages.subscribe(() => (changes += 1));
  one.messages.receive([told(7, own), told(8, "of-another-computer"), told(9, "of-a-program")]);
  const list = one.messages.list();
  expect(list.map(({ subject }) => subject)).toEqual(["Here", "Number 9", "Number 8"]);
  expect(one.messages.list()).toBe(list);
  one.messages.receive([told(8, "of-another-computer")]);
  expect(one.messages.list()).toBe(list);
  expect(changes).toBe(1);
  stop();
});

test("what was sent elsewhere can be read, copied, settled", async () => {
  const { enter } = desk();
  const one = await enter();
  one.messages.receive([told(8, "of-another-computer")]);
  expect(await one.messages.get("sent-8")).toBeUndefined();
  await one.messages.keep("sent-8", { ...draft, subject: "Number 8" });
  const copy = await one.messages.copy("sent-8");
  expect(await one.messages.get(copy)).toMatchObject({ subject: "Number 8", textBody: "text" });
  expect(one.messages.entry(copy)?.state).toBe("draft");
  await one.messages.attend("sent-8", ["not-delivered robin@direct.example"]);
  await expect(one.messages.put("sent-8", draft)).rejects.toThrow("was sent");
  const two = await enter();
  expect(two.messages.entry("sent-8")).toMatchObject({ state: "sent", attended: [expect.any(String)] });
  two.messages.receive([told(8, "of-another-computer")]);
  expect(two.messages.list().filter(({ state }) => state === "sent")).toHaveLength(1);
});
