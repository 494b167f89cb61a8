import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { VisitClaims } from "#room/workspace/visits/visit-claims.ts";

/** What the service is asked for. */
export interface HoldCalls {
  take(visitId: string, isTakeOver: boolean): Promise<VisitRow>;
  release(visitId: string): Promise<VisitRow>;
  /** The service refused: what it knows of the visit is read anew. */
  lookAgain(): void;
}

export interface HoldParts {
  readonly visitId: string;
  readonly claims: Pick<VisitClaims, "of" | "hear" | "letGo">;
  readonly calls: HoldCalls;
  /** Milliseconds since 1970, by the service's clock. */
  now(): number;
}

export interface HoldState {
  readonly isBusy: boolean;
  /** Why the visit could not be taken last. */
  readonly error?: unknown;
}
