import { expect, it } from "vitest";
import { unkeptEntry } from "#room/workspace/visits/visit-entry.ts";
import { outcomeWordsOf, unknownAdvice } from "./outcome-words.ts";

it("says to send again only where that is safe", () => {
  expect(unknownAdvice({ isWaiting: false, repeatsAreSafe: true })).toMatch(
    /^Send the same submission again/,
  );
  const advice = unknownAdvice({ isWaiting: false, repeatsAreSafe: false });
  expect(advice).toMatch(/^Look for it at the service before you send/);
  expect(advice).toContain("bill the visit twice");
});

it("says why what was submitted was not sent", () => {
  const words = (more: object) =>
    outcomeWordsOf({ ...unkeptEntry, notSent: "Why", ...more }, { waiting: 0, held: 0, sending: 0 }, true);
  for (const state of ["draft", "withheld", "refused"])
    expect(words({ state })).toEqual({ tone: "warn", title: "Not sent", detail: "Why" });
  for (const state of ["charged", "unknown"]) expect(words({ state })?.title).not.toBe("Not sent");
});

it("calls what may be billed unknown, also while it waits", () => {
  const status = { waiting: 0, held: 0, sending: 0 };
  const queued = { reason: "offline", since: 0, notBefore: 0, tries: 0 } as const;
  const words = (state: "waiting" | "held") =>
    outcomeWordsOf({ ...unkeptEntry, state: "unknown", queued: { ...queued, state } }, status, true);
  for (const state of ["waiting", "held"] as const) expect(words(state)?.title).toMatch(/^Unknown/);
  expect(words("held")?.detail).not.toContain("automatically");
});
