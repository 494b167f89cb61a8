import { expect, test } from "vitest";
import { type TabMessage, parseTabMessage } from "./tab-messages.ts";

const messages: readonly TabMessage[] = [
  { type: "units", units: ["visits-0"], count: 3 },
  {
    type: "settled",
    settled: [{ id: "a", kind: "visit", outcome: "withheld", code: "X", message: "words" }],
  },
  { type: "outbox" },
  { type: "withdraw", id: "a" },
  { type: "lock" },
  { type: "yield", lock: "draft-1" },
  { type: "yielded", lock: "draft-1" },
];

test("a tab's message arrives unchanged in the other tabs", () => {
  for (const message of messages) expect(parseTabMessage(message)).toEqual(message);
});

test("unknown messages are ignored", () => {
  const strange = [
    undefined,
    null,
    "lock",
    [],
    {},
    { type: "other" },
    { type: "units", units: ["a"] },
    { type: "units", units: "a", count: 1 },
    { type: "withdraw" },
    { type: "yield", lock: 1 },
  ];
  for (const message of strange) expect(parseTabMessage(message)).toBeUndefined();
  const settled = [{ id: "a", kind: "visit", outcome: "paid" }, null, { kind: "visit", outcome: "charged" }];
  expect(parseTabMessage({ type: "settled", settled })).toEqual({ type: "settled", settled: [] });
});
