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

test("what a tab tells is heard as it was told", () => {
  for (const message of messages) expect(parseTabMessage(message)).toEqual(message);
});

test("what no tab tells is not heard", () => {
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
