import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { ServiceVisits } from "#room/workspace/visits/service-visits.ts";

export interface HoldCalls {
  take(visitId: string, isTakeOver: boolean): Promise<VisitRow>;
  release(visitId: string): Promise<VisitRow>;
  /** The service refused: reload what it knows about the visit. */
  lookAgain(): void;
}

export interface HoldParts {
  readonly visitId: string;
  readonly service: Pick<ServiceVisits, "claim" | "receive" | "release">;
  readonly calls: HoldCalls;
  /** Milliseconds since 1970, by the service's clock. */
  now(): number;
}

export interface HoldState {
  readonly isBusy: boolean;
  /** Why the last attempt to take the visit failed. */
  readonly error?: unknown;
}
