import { expect, test } from "vitest";
import type { VisitEvent } from "#room/contract/operations/get-visit.ts";
import { buildVisitRow } from "#room/testing/builders.ts";
import { sentAfterBilled, storyOf } from "./story-lines.ts";

const event = (eventId: string, outcome: VisitEvent["outcome"], invoiceNumber?: number): VisitEvent => ({
  eventId,
  outcome,
  receivedAt: "2026-11-02T09:00:00.0000000",
  errors: [],
  ...(invoiceNumber && { invoiceNumber }),
});

test("what comes after the bill is told until a correction", () => {
  const held = event("a", "withheld");
  const charged = event("b", "charged", 7);
  const again = event("c", "refused");
  expect(sentAfterBilled([held, event("x", "refused")])).toBeUndefined();
  expect(sentAfterBilled([held, charged])).toBeUndefined();
  expect(sentAfterBilled([held, charged, again])).toEqual({ billed: charged, came: again });
  expect(sentAfterBilled([held, charged, again, event("d", "corrected", 8)])).toBeUndefined();
});

test("what another device sent again has no request of here", () => {
  const at = (time: string) => ({ ...event("a", "withheld"), receivedAt: `2026-11-02T${time}:00.0000000` });
  const answer = {
    visit: buildVisitRow(1),
    history: [],
    notes: [],
    events: [at("09:00"), at("10:00"), at("11:00")],
  };
  const own = ["09:00", "11:00"].map((time, index) => ({
    eventId: "a",
    attempt: {
      number: index + 1,
      startedAt: Date.parse(`2026-11-02T${time}:01Z`),
      by: "casey",
      contentHash: "",
      outcome: "withheld" as const,
    },
  }));
  const told = storyOf(answer, own).map(({ attempt }) => attempt?.attempt.number);
  expect(told).toEqual([2, undefined, 1]);
});
