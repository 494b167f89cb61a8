import { readJson, writeJson } from "#room/contract/written-json.ts";
import { useSyncExternalStore } from "react";
import { partsOf } from "#room/billing/date-and-time.ts";
import { dateOfServicePath } from "#room/features/visits/editor/draft/field-ref.ts";
import { countFindings } from "#room/billing/finding.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useIsMarkOld } from "#room/features/visits/editor/session/use-is-mark-old.ts";
import { type Forecast, forecastOf } from "#room/features/visits/sending/forecast.ts";
import { isOver } from "#room/workspace/visits/send-plan.ts";
import { isSuperseded, useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";

/** What sending the visit now would do: the outbox's plan for the draft as typed. */
export function useForecast(eventId: string): Forecast {
  const { visit, findings, outcome } = useEditor();
  const { outbox, visits } = useWorkspace();
  const sent = useSignal(outcome);
  const { block: blocking } = countFindings(useSignal(findings.list).map(({ finding }) => finding));
  const isChanged = useVisitSummary(eventId)?.changedSinceAttempt ?? false;
  const reason = sent.kind === "withheld" ? sent.reason : "";
  const read = () => {
    const typed = visit.text({ path: "visitCharged.visitId" });
    const visitId = canonicalGuid(typed) ?? typed;
    return outbox.plan(eventId, {
      isTakenFirst: true,
      live: { blocking, reason, visitId, isUnfinished: false },
    });
  };
  // As text, so that the snapshot is stable until the plan changes.
  const plan = useSyncExternalStore(visits.subscribe, () => writeJson(read()));
  const hasDate = partsOf(visit.text({ path: dateOfServicePath })).date !== "";
  const isMarkOld = useIsMarkOld(eventId);
  const claim = useSharedVisit()?.claim;
  return forecastOf(readJson(plan), {
    blocking,
    reason,
    hasDate,
    isChanged,
    isMarkOld,
    isClaimKnown: claim !== undefined,
    isSuperseded: isSuperseded(claim, eventId),
  });
}

/** The visit already has its invoice, so that sending anything more for it can only be answered with that. */
export function useIsOver(eventId: string): boolean {
  const { outbox, visits } = useWorkspace();
  return useSyncExternalStore(visits.subscribe, () => isOver(outbox.plan(eventId)));
}
