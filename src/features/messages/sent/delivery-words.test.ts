import { expect, it } from "vitest";
import { askAgainAfter } from "./attention.ts";
import { deliveryWords, mayHaveArrived, messageWords } from "./delivery-words.ts";

const reply = (...states: ("waiting" | "retrying" | "handed-over" | "not-delivered" | "delivered")[]) => ({
  clientMessageId: "one",
  messageId: 1,
  deliveries: states.map((state, at) => ({
    recipient: `${at}@elsewhere.example`,
    state,
    ...(state === "not-delivered" && { noticeMessageId: 9 }),
  })),
});

it("calls a message by its worst recipient's state", () => {
  expect(messageWords(reply())).toEqual({ tone: "ok", words: "Delivered" });
  expect(messageWords(reply("waiting")).words).toBe("Waiting");
  expect(messageWords(reply("handed-over", "handed-over")).words).toBe("Handed over");
  expect(messageWords(reply("handed-over", "retrying")).words).toBe("Being tried again: 1 of 2");
  expect(messageWords(reply("not-delivered", "handed-over"))).toEqual({
    ...deliveryWords({ recipient: "a@b.example", state: "not-delivered", noticeMessageId: 9 }),
    words: "Not delivered to 1 of 2",
  });
});

it("says when a recipient here opened it", () => {
  const opened = {
    recipient: "a@b.example",
    state: "in-mailbox",
    openedAt: "2020-03-04T10:00:00.0000000",
  } as const;
  expect(deliveryWords(opened).words).toMatch(/^Opened .*2020/);
});

it("asks again soon while waiting, never once delivered", () => {
  const after = (one: ReturnType<typeof reply>) => askAgainAfter(new Map([["one", one]]));
  expect(after(reply("handed-over", "retrying"))).toBe(10_000);
  expect(after(reply("handed-over", "delivered"))).toBe(60_000);
  expect(after(reply("delivered"))).toBe(false);
});

it("says why it failed, and what to do next", () => {
  const adviceOf = (status: string) =>
    deliveryWords({ recipient: "a@b.example", state: "not-delivered", status }).advice;
  expect(adviceOf("5.1.1")).toContain("no such address");
  expect(adviceOf("5.2.2")).toContain("mailbox is full");
  expect(adviceOf("5.7.11")).toContain("don’t trust each other");
  expect(adviceOf("5.7.1")).toContain("refused it");
  expect(adviceOf("5.0.0")).toBe("Reach them another way, or send it again.");
});

it("reads why from a provider’s words", () => {
  const adviceOf = (reason: string, status?: string) =>
    deliveryWords({ recipient: "a@b.example", state: "not-delivered", reason, ...(status && { status }) })
      .advice;
  expect(adviceOf("The recipient's certificate is not trusted")).toContain("don’t trust each other");
  expect(adviceOf("No certificate found", "5.7.0")).toContain("No certificate");
  expect(adviceOf("We have not received a delivery notification in 1 hour")).toContain("in time");
  expect(adviceOf("552 Over quota")).toContain("mailbox is full");
  expect(adviceOf("550 User unknown")).toContain("no such address");
  expect(adviceOf("No such address; not trusted", "5.1.1")).toContain("no such address");
});

it("knows what may arrive twice", () => {
  const one = { recipient: "a@b.example", state: "not-delivered" } as const;
  expect(mayHaveArrived({ ...one, status: "5.1.1" })).toBe(false);
  expect(mayHaveArrived({ ...one, status: "5.4.72" })).toBe(true);
  expect(mayHaveArrived({ ...one, reason: "We have not received a delivery notification" })).toBe(true);
  expect(mayHaveArrived({ ...one, state: "not-known" })).toBe(true);
});
