import { expect, it } from "vitest";
import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { needyLetters, replyKeyOf } from "./attention.ts";
import { adviceOn } from "./delivery-words.ts";

const entry = (id: string, more: Partial<MessageEntry> = {}): MessageEntry => ({
  id,
  revision: 1,
  state: "sent",
  to: ["ann@elsewhere.example"],
  subject: "Papers",
  preview: "",
  attachmentCount: 0,
  createdAt: 1,
  updatedAt: 1,
  attempts: [],
  clientMessageId: `${id}-1`,
  ...more,
});

type Delivery = SentMessageReply["deliveries"][number];
const told = (id: string, ...deliveries: Delivery[]) =>
  new Map([[`${id}-1`, { clientMessageId: `${id}-1`, messageId: 1, deliveries }]]);
const failed: Delivery = { recipient: "Ann@elsewhere.example", state: "not-delivered", status: "5.2.2" };

it("names the worst failure, whose, and the next step", () => {
  const slow: Delivery = { recipient: "bob@elsewhere.example", state: "not-known" };
  const adviceOf = (...deliveries: Delivery[]) =>
    needyLetters([entry("a")], told("a", ...deliveries)).map(adviceOn);
  const advice = "Their mailbox is full. Reach them another way, or send it later.";
  expect(adviceOf(slow, failed)).toEqual([`Ann@elsewhere.example: ${advice}`]);
  expect(adviceOf(failed)).toEqual([advice]);
});

it("leaves out what goes well or is still tried", () => {
  for (const state of ["waiting", "retrying", "handed-over", "processed", "delivered", "in-mailbox"] as const)
    expect(needyLetters([entry("a")], told("a", { ...failed, state }))).toEqual([]);
  expect(needyLetters([entry("a")], undefined)).toEqual([]);
  expect(needyLetters([entry("a", { state: "draft" })], told("a", failed))).toEqual([]);
});

it("counts a message without an answer until settled", () => {
  const unknown = [entry("a", { state: "unknown" })];
  expect(needyLetters(unknown, undefined).map(adviceOn)).toEqual([
    expect.stringContaining("Ask the recipient"),
  ]);
  expect(needyLetters(unknown, undefined, told("a")).map(adviceOn)).toEqual([
    expect.stringContaining("Ask the recipient"),
  ]);
  expect(needyLetters(unknown, undefined, new Map()).map(adviceOn)).toEqual([
    "The service doesn’t have it. Send it again: it can’t be delivered twice.",
  ]);
});

it("forgets what was dealt with, not another failure", () => {
  const done = entry("a", { attended: ["not-delivered ann@elsewhere.example"] });
  expect(needyLetters([done], told("a", failed))).toEqual([]);
  expect(needyLetters([done], told("a", { ...failed, state: "not-known" }))).toHaveLength(1);
});

it("is settled by sending again to that recipient", () => {
  const again = (more: Partial<MessageEntry>) => [
    entry("a"),
    entry("b", { state: "waiting", resendOf: "a", ...more }),
  ];
  expect(needyLetters(again({}), told("a", failed))).toEqual([]);
  expect(needyLetters(again({ state: "draft" }), told("a", failed))).toHaveLength(1);
  expect(needyLetters(again({ to: ["bob@elsewhere.example"] }), told("a", failed))).toHaveLength(1);
});

it("follows what was dealt with or sent again elsewhere", () => {
  const done = { clientMessageId: "a-1", messageId: 1, deliveries: [failed] };
  const attended = ["not-delivered ann@elsewhere.example"];
  expect(needyLetters([entry("a")], new Map([["a-1", { ...done, attended }]]))).toEqual([]);
  const again = { clientMessageId: "b-1", messageId: 2, resendOf: 1, deliveries: [] };
  const known = new Map([
    ["a-1", done],
    ["b-1", again],
  ]);
  expect(needyLetters([entry("a", { messageId: 1 }), entry("b")], known)).toEqual([]);
  expect(needyLetters([entry("a", { messageId: 3 }), entry("b")], known)).toHaveLength(1);
});

it("takes no other’s letter for one’s own, whatever its name", () => {
  const theirs = { clientMessageId: "a-1", messageId: 7, sentBy: "robin", deliveries: [failed] };
  const known = new Map([[replyKeyOf(theirs), theirs]]);
  expect(needyLetters([entry("a")], known)).toEqual([]);
  const shared = entry("sent-7", { clientMessageId: "a-1", messageId: 7, sentBy: "robin" });
  expect(needyLetters([entry("a"), shared], known).map(({ entry: { id } }) => id)).toEqual(["sent-7"]);
});
