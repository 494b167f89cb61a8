import { expect, test } from "vitest";
import { OperationRefused } from "#room/api/failures.ts";
import { showAtField } from "./show-at-field.ts";

const refused = (...members: readonly string[]) =>
  new OperationRefused(
    {
      code: "Invalid",
      message: "Refused",
      status: 400,
      issues: members.map((member) => ({ code: "Length", path: [member], message: `${member} is wrong` })),
      retryAfterMs: undefined,
    },
    { operation: "changePassword", outcome: "refused" },
  );

function shownBy(error: unknown) {
  const shown: unknown[] = [];
  const setError = (...at: readonly unknown[]) => void shown.push(at);
  const isShown = showAtField<{ old: string; next: string }>(error, { setError }, ["old", "next"]);
  return { isShown, shown };
}

test("each field named is marked, the first focused", () => {
  expect(shownBy(refused("next", "old"))).toEqual({
    isShown: true,
    shown: [
      ["old", { message: "old is wrong" }, { shouldFocus: true }],
      ["next", { message: "next is wrong" }, { shouldFocus: false }],
    ],
  });
});

test("what is not at these fields is told elsewhere", () => {
  expect(shownBy(refused("other"))).toEqual({ isShown: false, shown: [] });
  expect(shownBy(new Error("Offline"))).toEqual({ isShown: false, shown: [] });
});
