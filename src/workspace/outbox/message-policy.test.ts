import { expect, test } from "vitest";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { StorageFailure } from "#room/workspace/browser/failures.ts";
import type { KeptMessage } from "#room/workspace/messages/kept-message.ts";
import type { MessageStore } from "#room/workspace/messages/message-store.ts";
import { MessageQueue } from "./message-queue.ts";
import { newPlace, type QueueParts } from "./outgoing-queue.ts";
import { indexOf } from "./test-index.ts";
import { letter } from "./test-outbox.ts";

const file = { id: "f", fileName: "scan.pdf", contentType: "application/pdf", size: 1 };
const draft = { to: ["a@b.example"], cc: [], bcc: [], subject: "Hello", textBody: "", attachments: [file] };
const facts = { number: 1, startedAt: 5, by: "casey", contentHash: "r3" } satisfies Attempt;
const noAnswer: SendResult = { kind: "unknown", message: "No answer came" };
const refusal: SendResult = { kind: "refused", code: "NotEmpty", message: "No", fields: [] };

function messageOf(queued?: Partial<QueuedSend>, more: Partial<KeptMessage> = {}): KeptMessage {
  return {
    ...letter,
    state: queued ? "waiting" : "draft",
    ...more,
    ...(queued && { queued: newPlace(1, queued) }),
  };
}

const sending = (queued: Partial<QueuedSend> = {}) =>
  messageOf({ ...queued, state: "sending" }, { attempts: [facts] });

/** A queue of these messages; all but those named `lost` have their content. */
function queueOf(entries: Record<string, KeptMessage>, { fault }: { fault?: Error } = {}) {
  const { rows, written, index } = indexOf(entries);
  const sent: unknown[] = [];
  const messages = {
    index,
    get: async (id: string) => (id === "lost" ? undefined : draft),
    entry: (id: string) => rows.get(id),
    attachment: async ({ id }: { id: string }) => {
      if (fault) throw fault;
      return `blob ${id}`;
    },
  };
  const parts = {
    sender: { sendMessage: async (message: unknown) => (sent.push(message), { kind: "sent", messageId: 7 }) },
    userName: "casey",
    now: () => 1000,
    random: () => 0,
  };
  const queue = new MessageQueue(messages as unknown as MessageStore, parts as unknown as QueueParts);
  return { queue, rows, written, sent };
}

const signal = new AbortController().signal;

test("a message leaves with its files, under its own name", async () => {
  const entries = {
    m: messageOf({}),
    n: messageOf({}, { id: "n", resendOf: "old" }),
    o: messageOf({}, { id: "o", resendOf: "gone" }),
    old: messageOf(undefined, { messageId: 4 }),
  };
  const { queue, rows, sent } = queueOf(entries);
  const { claimed } = await queue.claim(["m", "n", "o", "z"]);
  expect(claimed.map(({ id }) => id)).toEqual(["m", "n", "o"]);
  expect(rows.get("m")).toStrictEqual({
    ...messageOf({ state: "sending" }),
    attempts: [{ ...facts, startedAt: 1000 }],
  });
  for (const { send } of claimed) expect(await send(signal)).toEqual({ kind: "sent", messageId: 7 });
  const message = { clientMessageId: "m-3", draft, attachments: ["blob f"] };
  expect(sent).toEqual([
    { id: "m", ...message, resendOf: undefined },
    { id: "n", ...message, resendOf: 4 },
    { id: "o", ...message, resendOf: undefined },
  ]);
});

test("two messages leave at once, whatever else is silent", async () => {
  const { queue } = queueOf({ m: messageOf({}) });
  queue.tryAgain();
  expect([queue.kind, queue.concurrency, queue.claimAtOnce]).toEqual(["message", 2, 2]);
  expect([queue.isSilent, queue.mayLeave("m")]).toEqual([false, true]);
});

test("a message whose content is gone is taken out", async () => {
  const { queue, rows } = queueOf({ lost: messageOf({}) });
  const dropped = [{ id: "lost", kind: "message", outcome: "not-accepted", code: "ContentLost" }];
  expect(await queue.claim(["lost"])).toStrictEqual({ claimed: [], dropped });
  expect(rows.get("lost")).toStrictEqual(messageOf());
});

test("a message changed since it was read does not leave", async () => {
  const { queue, rows } = queueOf({ m: messageOf({}) });
  const claiming = queue.claim(["m"]);
  rows.set("m", messageOf({}, { revision: 4 }));
  expect(await claiming).toEqual({ claimed: [], dropped: [] });
});

test("a file that cannot be read refuses its message", async () => {
  const sendWith = async (fault: Error) => {
    const { queue, sent } = queueOf({ m: messageOf({}) }, { fault });
    const [one] = (await queue.claim(["m"])).claimed;
    return { result: await one?.send(signal).catch((error: unknown) => error), sent };
  };
  const message = "An attachment can’t be read on this device anymore. Nothing was sent.";
  expect(await sendWith(new StorageFailure("damaged"))).toEqual({
    result: { kind: "refused", code: "AttachmentLost", message, fields: [] },
    sent: [],
  });
  for (const fault of [new StorageFailure("closed"), new Error("Oh")])
    expect(await sendWith(fault)).toEqual({ result: fault, sent: [] });
});

test("an answer is the message's state", async () => {
  const settledBy = async (result: SendResult, queued: Partial<QueuedSend> = {}) => {
    const { queue, rows, written } = queueOf({ m: sending(queued), n: messageOf({}) });
    await queue.settle("m", result, { startedAt: 5 });
    expect(written).toEqual([{ id: "m", mayWait: false }]);
    return rows.get("m");
  };
  const sentNow = await settledBy({ kind: "sent", messageId: 7 });
  expect(sentNow).toMatchObject({ state: "sent", sentAt: 1000, messageId: 7 });
  expect(sentNow).not.toHaveProperty("queued");
  for (const [result, state] of [
    [refusal, "refused"],
    [noAnswer, "unknown"],
    [{ kind: "charged" }, "unknown"],
  ] as const) {
    const row = await settledBy(result);
    expect(row?.state).toBe(state);
    for (const member of ["queued", "sentAt", "messageId"]) expect(row).not.toHaveProperty(member);
    expect(row?.attempts[0]).not.toHaveProperty("leavesUnknown");
  }
  expect((await settledBy(refusal, { repeats: true }))?.attempts[0]?.leavesUnknown).toBe(true);
  expect((await settledBy(noAnswer, { repeats: true }))?.attempts[0]).not.toHaveProperty("leavesUnknown");
});

test("what may have been sent needs a person’s word", async () => {
  const { queue, rows } = queueOf({
    m: messageOf(undefined, { state: "unknown", attempts: [{ ...facts, outcome: "unknown" }] }),
  });
  expect((await queue.repeat("m", false))?.reason).toBe("unknown-needs-word");
  expect(await queue.repeat("m", true)).toBeUndefined();
  expect(rows.get("m")).toMatchObject({ state: "waiting", queued: { repeats: true, confirmed: true } });
});

test("delayed messages of a closed page are delayed again", async () => {
  const { queue, rows } = queueOf({
    a: messageOf({ reason: "undo", notBefore: 1 }),
    b: messageOf({ reason: "left", notBefore: 99_000 }),
    c: messageOf({ reason: "busy", notBefore: 1 }),
    d: messageOf({ reason: "undo", state: "held", notBefore: 1 }),
    e: messageOf({ reason: "left", notBefore: 2 }),
    f: messageOf({ reason: "left", notBefore: 28_000 }),
  });
  await queue.holdLeftBehind();
  expect([...rows.values()].map(({ queued }) => [queued?.reason, queued?.notBefore])).toEqual([
    ["left", 31_000],
    ["left", 99_000],
    ["busy", 1],
    ["undo", 1],
    ["left", 31_000],
    // Told by the page before, which was reloaded.
    ["left", 28_000],
  ]);
});

test("one released meanwhile is not delayed", async () => {
  const first = indexOf({ a: messageOf({ reason: "undo", notBefore: 1 }) });
  const parts = { now: () => 1000 } as unknown as QueueParts;
  const queue = new MessageQueue({ index: first.index } as unknown as MessageStore, parts);
  first.meanwhile.set("a", messageOf({ reason: "queued" }));
  await queue.holdLeftBehind();
  expect(first.rows.get("a")?.queued).toEqual(newPlace(1, { reason: "queued" }));
});
