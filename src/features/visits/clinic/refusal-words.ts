import { describeFailure } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";

/** Who has the visit, where that is why the service refused. */
export function takenByOther(error: unknown): string | undefined {
  if (!(error instanceof OperationRefused) || error.code !== "VisitTaken") return undefined;
  return error.issues.find(({ path }) => path.at(-1) === "takenBy")?.message ?? "somebody else";
}

/** Why an operation on a visit did not succeed, in a sentence. */
export function refusalWords(error: unknown): string {
  const other = takenByOther(error);
  if (other !== undefined) return `${other} has this visit.`;
  if (error instanceof OperationRefused) {
    if (error.code === "VisitNotOpen") return "It is charged or closed already.";
    if (error.code === "VisitChanged") return "A new event has come for it: look at it again.";
    if (error.code === "VisitNotClosed") return "It is open already, or charged.";
    if (error.code === "OutsideYourPractices") return "It belongs to a practice that you may not see.";
    if (error.code === "VisitNotFound") return "The service does not have this visit any more.";
  }
  const { title, detail } = describeFailure(error);
  return `${title.replace(/\.$/, "")}. ${detail}`.trim();
}
