/**
 * The outcome of an attempt. `unknown`: the request may have left but no answer came, so the service may have accepted
 * it. `not-accepted`: it certainly did not (busy, no session, never left); nothing was billed and it can be sent again.
 */
export type AttemptOutcome = "charged" | "withheld" | "sent" | "refused" | "unknown" | "not-accepted";

export interface RefusedField {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

export interface Attempt {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly by: string;
  /** Fingerprint of the content sent; equal for equal content. */
  readonly contentHash: string;
  /** What it would charge: the visit, and the amount in minor units. Absent in attempts by earlier versions. */
  readonly visitId?: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  /** Absent while in progress. */
  readonly outcome?: AttemptOutcome;
  readonly durationMs?: number;
  readonly requestId?: string;
  /** The service's code: an errorCode, a fault flag, `EventIdReused`, `VisitAlreadyInvoiced`. */
  readonly code?: string;
  /** The service's message, or ours when it sent none. */
  readonly message?: string;
  readonly fields?: readonly RefusedField[];
  /** The service's id of a message. */
  readonly messageId?: number;
  /** Refused, but an earlier attempt may have been accepted: the overall outcome stays unknown. */
  readonly leavesUnknown?: boolean;
  /** How many times in a row it was not accepted; counted in one attempt, so that waiting does not grow the ledger. */
  readonly tries?: number;
}
