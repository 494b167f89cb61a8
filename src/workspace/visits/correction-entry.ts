import type { VisitSummary } from "./visit-record.ts";

/** Whether it corrects a charge, and has not done so yet. */
export function isOpenCorrection({ source, state }: Pick<VisitSummary, "source" | "state">): boolean {
  return source.corrects !== undefined && state !== "charged";
}

/** With the reason of its correction; undefined if it is none. */
export function explained<E extends VisitSummary>(entry: E, reason: string): E | undefined {
  const { source } = entry;
  return source.corrects && { ...entry, source: { ...source, corrects: { ...source.corrects, reason } } };
}

/** What was written since is not what the user said the reason for. What got no answer is sent again as it was. */
export function unexplained<E extends VisitSummary>(entry: E): E {
  if (entry.state === "unknown" || entry.queued) return entry;
  return explained(entry, "") ?? entry;
}
