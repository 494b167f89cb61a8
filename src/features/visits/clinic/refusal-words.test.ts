import { expect, test } from "vitest";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { failedActionWords, refusalWords } from "./refusal-words.ts";

test("another tab at a visit is nothing gone wrong", () => {
  expect(refusalWords(new NotTheWriter())).toBe("Another tab is editing this.");
});

test("what a colleague was quicker with marks no fields", () => {
  const refused = new OperationRefused(
    {
      status: 409,
      code: "VisitTaken",
      message: "robin has this visit. Nothing was changed.",
      issues: [{ path: ["takenBy"], code: "VisitTaken", message: "robin" }],
    },
    { operation: "closeVisit", outcome: "refused" },
  );
  expect(failedActionWords(refused)).toMatchObject({
    title: "robin has this visit. Nothing was changed.",
    detail: "",
    advice: "",
  });
  expect(failedActionWords(new Error("Offline")).title).toBe("Something went wrong");
});
