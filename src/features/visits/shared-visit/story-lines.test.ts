import { expect, test } from "vitest";
import type { VisitEvent } from "#room/contract/operations/get-visit.ts";
import { sentAfterBilled } from "./story-lines.ts";

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
