import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { RowAction } from "./visits-row-props.ts";

/** The action of a row's button, and its label; undefined when it can only be opened. */
export function actionOf(row: VisitSummary): readonly [RowAction, string] | undefined {
  if (row.state === "charged" || (row.replacedBy !== undefined && row.state !== "waiting")) return undefined;
  if (row.hasIncoming) return ["merge", "Merge…"];
  if (row.state === "waiting") return ["withdraw", "Withdraw"];
  if (row.attempts.length > 0) return ["retry", "Retry"];
  return ["retry", isExample(row) ? "Try" : "Send"];
}
