import { OperationRefused } from "#room/api/failures.ts";

/** Who has the visit, if that is why the service refused. */
export function isTakenByOther(error: unknown): string | undefined {
  if (!(error instanceof OperationRefused) || error.code !== "VisitTaken") return undefined;
  return error.issues.find(({ path }) => path[0] === "takenBy")?.message ?? "Somebody else";
}
