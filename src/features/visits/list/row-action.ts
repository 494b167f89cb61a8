import { holderOf, isSameUser } from "#room/workspace/visits/claim.ts";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { ListRow } from "./list-row.ts";
import type { RowAction } from "./visits-row-props.ts";

/** The action of a row's button, and its label; undefined when it can only be opened. */
export function actionOf(row: VisitSummary): readonly [RowAction, string] | undefined {
  if (row.state === "charged" || (row.replacedBy !== undefined && row.state !== "waiting")) return undefined;
  if (row.hasIncoming) return ["merge", "Merge…"];
  if (row.state === "waiting") return ["withdraw", "Withdraw"];
  if (row.attempts.length > 0) return ["retry", "Retry"];
  return ["retry", isExample(row) ? "Try" : "Send"];
}

/** What a row's button does: continue what this browser started, take a free visit, otherwise open it. */
export function wayOf(
  { clinic, here, leads }: ListRow,
  me: string,
  now: number,
): "own" | "take" | "go on" | "open" {
  const isOpen = clinic?.state === "withheld" || clinic?.state === "refused";
  const isOurs = leads === "browser" || (isOpen && here?.eventId === clinic.eventId);
  if (here && isOurs) return actionOf(here) ? "own" : "open";
  if (!isOpen) return "open";
  const holder = holderOf(clinic, now);
  if (!holder) return "take";
  return isSameUser(holder.by, me) ? "go on" : "open";
}
