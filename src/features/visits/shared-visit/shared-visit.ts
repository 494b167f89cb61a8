import { readJson, writeJson } from "#room/contract/written-json.ts";
import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { isOpenCorrection } from "#room/workspace/visits/correction-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { Claim } from "#room/workspace/visits/claim.ts";
import { useServiceSide, type ServiceVisit } from "./use-service-visit.ts";
import { VisitLock, type LockState } from "./visit-lock.ts";

export interface SharedVisit {
  readonly visitId: string;
  readonly answer: ServiceVisit;
  readonly claim: Claim;
  readonly hold: VisitLock;
  readonly holdState: LockState;
  readonly lookAgain: () => void;
}

export type SharedVisitState =
  | { readonly kind: "none" }
  | { readonly kind: "unread"; readonly error: unknown; readonly again: () => void }
  | ({ readonly kind: "shared" } & SharedVisit);

export const SharedVisitContext = createContext<SharedVisit | undefined>(undefined);

/** Undefined when only this browser has the visit, or the service has no queue. */
export function useSharedVisit(): SharedVisit | undefined {
  return use(SharedVisitContext);
}

/** The visit is closed, or another submission has charged it: this event is no longer its state. */
export function isSuperseded(claim: Claim | undefined, eventId: string): boolean {
  return claim?.kind === "closed" || (claim?.kind === "charged" && claim.eventId !== eventId);
}

const locked: ReadonlySet<Claim["kind"]> = new Set(["theirs", "ran-out", "closed", "charged"]);

/** Somebody else has it, this user no longer does, or there is nothing more to send: it is read-only. */
export function isLocked(claim: Claim | undefined): boolean {
  return claim !== undefined && locked.has(claim.kind);
}

/** A correction takes the place of the event that charged the visit, while that one stands: nothing is in its way. */
function claimOf(claim: Claim, summary: VisitSummary | undefined): Claim {
  const isItsCharge = claim.kind === "charged" && !claim.isVoided && claim.eventId === summary?.source.name;
  return summary && isOpenCorrection(summary) && isItsCharge ? { kind: "unknown" } : claim;
}

/** Tracks an event's visit in the clinic's queue. Reading it takes nothing. */
export function useSharedVisitOf(eventId: string): SharedVisitState {
  const { service } = useWorkspace().visits;
  const summary = useVisitSummary(eventId);
  const known = summary?.serviceVisitId ?? summary?.visitId ?? "";
  const { data: answer, error, refetch, again } = useServiceSide(known);
  const visitId = answer?.visit.visitId ?? known;
  const hold = useMemo(() => {
    const take = (takeOverFrom?: string) =>
      callOperation("takeVisit", { visitId, ...(takeOverFrom && { isTakeOver: true, takeOverFrom }) });
    const calls = {
      take: async (_id: string, takeOverFrom?: string) => (await take(takeOverFrom)).visit,
      release: async () => (await callOperation("releaseVisit", { visitId })).visit,
      lookAgain: again,
    };
    return new VisitLock({ visitId, service, calls, now: serviceNow });
  }, [again, service, visitId]);
  const holdState = useSyncExternalStore(hold.subscribe, hold.state);
  // As text, so that it is stable until it changes.
  const claim = useSyncExternalStore(service.subscribe, () => writeJson(service.claim(visitId)));
  if (answer)
    return {
      kind: "shared",
      visitId,
      answer,
      claim: claimOf(readJson(claim), summary),
      hold,
      holdState,
      lookAgain: again,
    };
  const isOfService = summary?.serviceVisitId !== undefined;
  return error && isOfService ? { kind: "unread", error, again: () => void refetch() } : { kind: "none" };
}
