import { expect, it } from "vitest";
import { isUnderWay, messageWords } from "./delivery-words.ts";

const reply = (...states: ("waiting" | "retrying" | "handed-over" | "not-delivered")[]) => ({
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
  expect(messageWords(reply("handed-over", "retrying")).words).toBe("Being tried again to 1 of 2");
  expect(messageWords(reply("not-delivered", "handed-over"))).toMatchObject({ tone: "bad", noticeId: 9 });
});

it("is under way as long as a recipient waits", () => {
  expect(isUnderWay(reply("handed-over", "retrying"))).toBe(true);
  expect(isUnderWay(reply("handed-over", "not-delivered"))).toBe(false);
});
