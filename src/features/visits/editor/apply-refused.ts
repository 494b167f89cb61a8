import type { Finding } from "#room/billing/finding.ts";
import { applyIssues } from "#room/forms/apply-issues.ts";
import type { Attempt } from "#room/workspace/attempt.ts";

/** The faults that the service named, as findings at their cells. */
export function refusedFindings(attempt: Attempt | undefined): Finding[] {
  if (attempt?.outcome !== "refused") return [];
  return applyIssues(attempt.fields ?? [], "AutoChargedEvent").map(({ path, message }) => ({
    ruleId: "service",
    severity: "block",
    path,
    message,
    source: "The service refused it",
  }));
}
