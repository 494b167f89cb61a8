import { expect, test } from "vitest";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { faultsOf } from "#room/contract/find-issues.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { faultAt, faultWords } from "./fault-words.ts";

test.each([
  ["'quantity' must be above 0.", "Quantity must be above 0"],
  ["'cpt' must be given.", "Procedure is missing"],
  ["'Quantity' must be greater than '0'.", "Quantity must be above 0"],
  ["'Visit Charged.Practice Id' should not be empty.", "Practice is missing"],
  ["'charges' must hold at least one charge.", "Charges are missing: a visit needs at least one"],
  ["'currency' must be EUR, the visit's currency.", "Currency must be in EUR, like the rest of the visit"],
  ["'currency' must be a currency code, as USD.", "Currency isn’t valid: use three letters, such as USD"],
  ["'activeFrom' must be a date, as 2026-11-02, or a date and time.", "Active from isn’t a valid date"],
  ["Worker's comp papers missing", "Worker's comp papers missing"],
  ["The payer 'ACME' is not known.", "The payer 'ACME' is not known."],
])("%s reads %s", (message, words) => expect(faultWords(message)).toBe(words));

test("no contract fault reaches a clerk in wire words", () => {
  const event = buildEvent({ charges: 2 });
  const [charge] = event.visitCharged.charges;
  const broken = {
    eventId: "x",
    visitCharged: {
      visitId: 7,
      practiceId: "",
      version: "1".repeat(1001),
      charges: [
        {
          ...charge,
          quantity: 0,
          cpt: "",
          providerId: "p",
          modifier: "25",
          charge: { currency: "U", amount: 1 },
        },
        { ...charge, quantity: "two", charge: { currency: "USD", amount: 0.001 }, billable: "yes" },
      ],
      createdOn: "tomorrow",
    },
    audit: { rulesLogs: [{ createdDate: "now" }] },
  };
  const { issues } = faultsOf(autoChargedEvent, broken);
  expect(issues.length).toBeGreaterThan(10);
  for (const { message, path } of issues) {
    expect(faultWords(message)).toMatch(/^[A-Z][^'{}[\]]*[^.]$/);
    expect(faultWords(message)).not.toMatch(/GUID|T09:15|a list|an object|true or false|[a-z][A-Z]/);
    expect(faultAt(["AutoChargedEvent", ...path], message)).toMatch(
      /^[A-Z][\w ’/›-]+? (is|isn’t|are|has|must|can’t)\b/,
    );
  }
});
