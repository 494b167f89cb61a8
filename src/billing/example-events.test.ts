import { expect, test } from "vitest";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { exampleEvents } from "./example-events.ts";
import { countFindings } from "./finding.ts";
import { outcomeOf } from "./outcome.ts";
import { scrub } from "./scrub.ts";

let count = 0;
const uuid = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, "0")}`;
const [clear, withheld, faulty] = exampleEvents({ uuid, today: "2026-11-02" });

test("the clear example has no finding and is charged", () => {
  expect(scrub(clear, { today: "2026-11-02" })).toEqual([]);
  expect(outcomeOf(clear.audit)).toEqual({ kind: "charged" });
});

test("the withheld example can be sent and says why", () => {
  expect(countFindings(scrub(withheld)).block).toBe(0);
  expect(outcomeOf(withheld.audit)).toMatchObject({
    kind: "withheld",
    causes: ["manualReviewNeeded", "canAutoCharge"],
    reason: "Worker's comp papers missing",
  });
});

test("of the faulty example the contract refuses only the quantity", () => {
  const found = scrub(faulty);
  expect(new Set(found.filter((one) => one.severity === "block").map((one) => one.ruleId))).toEqual(
    new Set(["diagnosis-twice", "quantity", "modifier-shape", "diagnosis-links"]),
  );
  const parsed = autoChargedEvent.safeParse(faulty);
  expect(parsed.error?.issues.map((issue) => issue.path.join("."))).toEqual([
    "visitCharged.charges.1.quantity",
  ]);
});

test("no two examples share an event or a visit", () => {
  const ids = [clear, withheld, faulty].flatMap((one) => [one.eventId, one.visitCharged?.visitId]);
  expect(new Set(ids).size).toBe(6);
});
