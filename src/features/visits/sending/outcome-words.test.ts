import { expect, it } from "vitest";
import { unknownAdvice } from "./outcome-words.ts";

it("says to send again only where that is safe", () => {
  expect(unknownAdvice({ isWaiting: false, repeatsAreSafe: true })).toMatch(
    /^Send the same submission again/,
  );
  const advice = unknownAdvice({ isWaiting: false, repeatsAreSafe: false });
  expect(advice).toMatch(/^Look for it at the service before you send/);
  expect(advice).toContain("bill the visit twice");
});
