import { describeFailure, type FailureWords } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";

/** Who has the visit, if that is why the service refused. */
export function takenByOther(error: unknown): string | undefined {
  if (!(error instanceof OperationRefused) || error.code !== "VisitTaken") return undefined;
  return error.issues.find(({ path }) => path.at(-1) === "takenBy")?.message ?? "somebody else";
}

/** What is wrong with the name of whom a visit was to be assigned to, if that is why the service refused. */
export function refusedAssignee(error: unknown): string | undefined {
  if (!(error instanceof OperationRefused) || error.code.startsWith("Visit")) return undefined;
  return error.issues.find(({ path }) => path.at(-1) === "takenBy")?.message;
}

export function refusalWords(error: unknown): string {
  const other = takenByOther(error);
  if (other !== undefined) return `${other} has this visit.`;
  if (error instanceof OperationRefused) {
    if (error.code === "VisitNotOpen") return "It’s already charged or closed.";
    if (error.code === "VisitChanged") return "It was changed meanwhile. Look at it again.";
    if (error.code === "VisitNotClosed") return "It is already open, or charged.";
    if (error.code === "OutsideYourPractices") return "It belongs to a practice you don’t have access to.";
    if (error.code === "VisitNotFound") return "The service no longer has this visit.";
  }
  if (error instanceof NotTheWriter)
    return "It’s open in another tab: do it there, or close it there and try again.";
  const { title, detail } = describeFailure(error);
  return `${title.replace(/\.$/, "")}. ${detail}`.trim();
}

/** Of an action on one visit, for its dialog: what others did to the visit meanwhile is no fault of what was typed. */
export function failedActionWords(error: unknown): FailureWords {
  const words = describeFailure(error);
  const isOvertaken = error instanceof OperationRefused && error.code.startsWith("Visit");
  return isOvertaken ? { ...words, detail: "", advice: "" } : words;
}
