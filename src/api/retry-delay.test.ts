import { expect, it } from "vitest";
import { retryInterval, retryDelayMs } from "./retry-delay.ts";
import { NetworkFailure, OperationRefused, UnexpectedStatus } from "./failures.ts";

const facts = { operation: "searchDiagnoses", outcome: "not-sent" } as const;
const refused = (retryAfterMs: number | undefined) =>
  new OperationRefused(
    { code: "TooManyRequests", message: "", status: 429, issues: [], retryAfterMs },
    facts,
  );

it("retries when the service says so, within sane limits", () => {
  expect(retryDelayMs(refused(3000), 0.5)).toBe(3150);
  expect(retryDelayMs(new UnexpectedStatus(503, { ...facts, retryAfterMs: 3000 }), 1)).toBe(3300);
  expect(retryDelayMs(refused(0), 0)).toBe(1000);
  expect(retryDelayMs(refused(86_400_000), 0)).toBe(300_000);
});

it("does not retry when the service says nothing", () => {
  for (const error of [null, new NetworkFailure("", facts), refused(undefined)])
    expect(retryInterval({ state: { error } })).toBe(false);
});
