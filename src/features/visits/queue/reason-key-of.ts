import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { reasonKey, situationOf } from "./situation.ts";

const keys = new Map<string, string>();

export function keyOf(row: VisitSummary): string {
  const { reason } = situationOf(row);
  if (reason === "") return "";
  let key = keys.get(reason);
  if (key === undefined) {
    key = reasonKey(reason);
    keys.set(reason, key);
  }
  return key;
}
