import { expect, test } from "vitest";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { failedActionWords, refusalWords, refusedAssignee } from "./refusal-words.ts";

test("another tab at a visit is where to go on", () => {
  expect(refusalWords(new NotTheWriter())).toBe(
    "It’s open in another tab: do it there, or close it there and try again.",
  );
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

test("a wrong assignee is told apart from a taken visit", () => {
  const refused = (code: string, message: string) =>
    new OperationRefused(
      { status: 400, code, message, issues: [{ path: ["takenBy"], code, message }] },
      { operation: "takeVisit", outcome: "refused" },
    );
  expect(refusedAssignee(refused("Equal", "No user here is named “x”."))).toBe("No user here is named “x”.");
  expect(refusedAssignee(refused("VisitTaken", "robin"))).toBeUndefined();
  expect(refusedAssignee(new Error("Offline"))).toBeUndefined();
});
