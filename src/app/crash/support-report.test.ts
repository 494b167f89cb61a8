// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { framesOf, forgetIncidents, noteIncident, recentIncidents } from "./support-facts.ts";
import { withoutIds } from "./support-report.ts";

beforeEach(forgetIncidents);
afterEach(() => vi.useRealTimers());

test("an incident keeps no word of the failure's message", () => {
  noteIncident(new TypeError("Cannot read 'Jane Roe 1980-01-01' of undefined"));
  expect(JSON.stringify(recentIncidents())).not.toContain("Jane");
  expect(recentIncidents()[0]?.name).toBe("TypeError");
});

test("a failed call shows only operation, outcome and request id", () => {
  const failure = Object.assign(new Error("charges[0].cpt 99213 is wrong"), {
    operation: "chargeVisit",
    outcome: "refused",
    requestId: "r-1",
    cause: { patient: "Jane" },
  });
  noteIncident(failure);
  expect(recentIncidents()[0]).toMatchObject({
    operation: "chargeVisit",
    outcome: "refused",
    requestId: "r-1",
  });
  expect(JSON.stringify(recentIncidents())).not.toMatch(/99213|Jane/);
});

test("frames name files and places, not messages", () => {
  const error = new Error("secret");
  error.stack =
    "Error: secret\n    at pay (http://x/assets/editor-a1.js:10:20)\n    at http://x/src/app/y.tsx?t=1:3:4";
  expect(framesOf(error)).toBe("editor-a1.js:10:20 < y.tsx:3:4");
});

test("only the last fifty are kept, and none after forgetting", () => {
  for (let count = 0; count < 60; count += 1) noteIncident(new Error(String(count)));
  expect(recentIncidents()).toHaveLength(50);
  forgetIncidents();
  expect(recentIncidents()).toEqual([]);
});

test("ids in an address are cut short", () => {
  expect(withoutIds("/visits/41d0aa0077e341d0aa0077e341d0aa00")).toBe("/visits/41d0…");
  expect(withoutIds("/messages/20418")).toBe("/messages/…");
  expect(withoutIds("/messages/compose")).toBe("/messages/compose");
});
