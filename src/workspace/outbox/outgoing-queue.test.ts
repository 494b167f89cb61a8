import { expect, test } from "vitest";
import {
  afterNotAccepted,
  atOnce,
  endOfWait,
  factsOfResult,
  isNotAccepted,
  newPlace,
} from "./outgoing-queue.ts";

const hour = 3_600_000;

test("what is being sent is not sent at once again", () => {
  const sending = newPlace(5, { state: "sending", notBefore: 7 });
  expect(atOnce(sending)).toBe(sending);
  expect(atOnce({ ...sending, state: "held" })).toEqual({ ...sending, state: "waiting", notBefore: 0 });
});

test("no wait is over two hours, except forever", () => {
  expect([2 * hour + 5, 2 * hour + 6, 3, Infinity].map((until) => endOfWait(until, 5))).toEqual([
    2 * hour + 5,
    5,
    3,
    Infinity,
  ]);
});

test("only a busy service makes wait, only answers count", () => {
  const queued = newPlace(1, { state: "sending", tries: 2, notBefore: 9 });
  const after = (kind: "no-session" | "not-sent" | "busy") =>
    afterNotAccepted(queued, { kind }, { now: 1000, random: 1 });
  const waiting = { state: "waiting", since: 1 } as const;
  expect(after("no-session")).toEqual({ ...waiting, reason: "session", notBefore: 0, tries: 3 });
  expect(after("not-sent")).toEqual({ ...waiting, reason: "offline", notBefore: 0, tries: 2 });
  expect(after("busy")).toEqual({ ...waiting, reason: "busy", notBefore: 9000, tries: 3 });
  const kinds = ["no-session", "not-sent", "busy", "charged", "withheld"] as const;
  expect(kinds.filter((kind) => isNotAccepted({ kind }))).toEqual(["no-session", "not-sent", "busy"]);
});

test("an attempt keeps what its answer said, and no more", () => {
  expect(factsOfResult({ kind: "charged" }, undefined)).toStrictEqual({});
  expect(factsOfResult({ kind: "charged", requestId: "r-1" }, 0)).toStrictEqual({
    durationMs: 0,
    requestId: "r-1",
  });
  const refused = { kind: "refused", code: "NotEmpty", fields: [] } as const;
  const kept = { code: "NotEmpty", fields: [] };
  expect(factsOfResult({ ...refused, message: "" }, undefined)).toStrictEqual(kept);
  expect(factsOfResult({ ...refused, message: "No" }, 4)).toStrictEqual({
    ...kept,
    durationMs: 4,
    message: "No",
  });
  expect(factsOfResult({ kind: "sent", messageId: 7 }, undefined)).toStrictEqual({ messageId: 7 });
});
