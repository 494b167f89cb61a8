import { expect, test } from "vitest";
import { filledText, letterFrom, templatesOf, unknownFields } from "./letter-fields.ts";

const values = { "date of service": "11/02/2026", amount: "$128.50", provider: "Dr. Lane" };

test("fields are filled in; what is not known is blank", () => {
  expect(filledText("{Provider}: { date of service }, {amount}. {reason}", values)).toBe(
    "Dr. Lane: 11/02/2026, $128.50. ____",
  );
  expect(filledText("{other} {{amount}} {", values)).toBe("{other} {$128.50} {");
  expect(unknownFields("{amount} {othr} {reason}")).toEqual(["othr"]);
});

test("a filled-in value is not read for fields again", () => {
  expect(filledText("{reason}", { reason: "{amount} $& $1", amount: "1" })).toBe("{amount} $& $1");
});

test("a letter has its own subject, and the signature", () => {
  const words = { signature: "{my name}\nHarbor", templates: [] };
  const [template = { name: "", subject: "", text: "" }] = templatesOf(words);
  const letter = letterFrom(template, words, { ...values, reason: "No signature", "my name": "Casey" });
  expect(letter.subject).toBe("Question about a visit");
  expect(letter.text).toContain("Dr. Lane");
  expect(letter.text).toContain("No signature");
  expect(letter.text).toMatch(/Casey\nHarbor$/);
});
