import { expect, it, vi } from "vitest";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { inTurn, makeAllNow, withMarksUnderWay } from "./marks-under-way.ts";

const summary = (messageId: number): MailboxSummary => ({ messageId, messageSize: 1, hasAttachments: false });

it("makes marks in turn, over looks that know of none", async () => {
  const looked = [summary(1), summary(2)];
  let answer: (answer: string) => void = () => {};
  const answered = new Promise<string>((resolve) => (answer = resolve));
  const made: string[] = [];
  const first = inTurn([1], { isArchived: true }, () => {
    made.push("archived");
    return answered;
  });
  const second = inTurn([1], { isArchived: false }, async () => void made.push("back"));
  const third = inTurn([2], { isRead: true }, async () => void made.push("read"));
  expect(withMarksUnderWay(looked)).toEqual([
    { ...summary(1), isArchived: false },
    { ...summary(2), isRead: true },
  ]);
  await vi.waitFor(() => expect(made).toEqual(["archived"]));
  answer("done");
  expect(await first).toBe("done");
  await Promise.all([second, third]);
  expect(made).toEqual(["archived", "back", "read"]);
  expect(withMarksUnderWay(looked)).toBe(looked);
});

it("goes on after one that the service refused", async () => {
  const refused = inTurn([1], { isArchived: true }, () => Promise.reject(new Error("refused")));
  const next = inTurn([1], { isRead: true }, async () => "told");
  await expect(refused).rejects.toThrow("refused");
  expect(await next).toBe("told");
  const looked = [summary(1)];
  expect(withMarksUnderWay(looked)).toBe(looked);
});

it("makes the rest at once when the page is left", async () => {
  const made: string[] = [];
  let answer = () => {};
  const first = inTurn([1], { isArchived: true }, () => new Promise<void>((resolve) => (answer = resolve)));
  const second = inTurn([1], { isArchived: false }, async () => void made.push("back"));
  await Promise.resolve();
  makeAllNow();
  await vi.waitFor(() => expect(made).toEqual(["back"]));
  answer();
  await Promise.all([first, second]);
  expect(made).toEqual(["back"]);
});
