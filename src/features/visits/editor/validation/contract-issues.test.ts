import fc from "fast-check";
import { expect, test } from "vitest";
import { accept } from "#room/contract/accept.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { contractIssues } from "./contract-issues.ts";

const faults = fc.constantFrom<readonly [string, string, unknown]>(
  ["charges", "quantity", 0],
  ["charges", "cpt", ""],
  ["charges", "charge", { currency: "USD", amount: "12x" }],
  ["diagnosis", "diagCodePk", "no guid"],
  ["payments", "notes", 7],
);

test("rows read singly give the whole event's faults", () => {
  fc.assert(
    fc.property(arbitraryEvent, faults, fc.nat(4), (event, [list, member, value], at) => {
      const visit: Record<string, unknown> = event.visitCharged;
      const rows: unknown = visit[list];
      const spoilt = Array.isArray(rows)
        ? rows.map((row: object, index) => (index === at ? { ...row, [member]: value } : row))
        : rows;
      const draft = { ...event, visitCharged: { ...event.visitCharged, [list]: spoilt } };
      const whole = accept(autoChargedEvent, draft);
      // Mixed currencies are found by a scrub rule.
      const others = (whole.ok ? [] : whole.issues).filter(
        ({ message }) => !message.includes("the visit's currency"),
      );
      const paths = others.map(({ path, message }) => `${path.join(".")} ${message}`);
      const found = contractIssues(draft)
        .filter(({ message }) => !message.includes("the visit's currency"))
        .map(({ path, message }) => `${path.join(".")} ${message}`);
      expect(found.toSorted()).toEqual(paths.toSorted());
    }),
  );
});
