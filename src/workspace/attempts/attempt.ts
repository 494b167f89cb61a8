/**
 * What became of one attempt. `unknown`: the request may have left and no answer came; the service may have taken
 * it. `not-accepted`: it surely did not (busy, no session, never left); nothing was billed, it can go again.
 */
export type AttemptOutcome = "charged" | "withheld" | "sent" | "refused" | "unknown" | "not-accepted";

/** A fault at a place of what was sent, as the service named it. */
export interface RefusedField {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** One attempt to send: written down before the request leaves, completed when its outcome is known. */
export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The signed-in user. */
  readonly by: string;
  /** Fingerprint of the content that was sent; stays the same while the content does. */
  readonly contentHash: string;
  /** What it would charge: the visit, and whole minor units of the currency. Absent in attempts of earlier versions. */
  readonly visitId?: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  /** Absent while the request is under way. */
  readonly outcome?: AttemptOutcome;
  readonly durationMs?: number;
  readonly requestId?: string;
  /** The code that the service gave: an errorCode, a fault flag, `EventIdReused`, `VisitAlreadyInvoiced`. */
  readonly code?: string;
  /** The service's words, or ours when it gave none. */
  readonly message?: string;
  readonly fields?: readonly RefusedField[];
  /** A message's id on the service. */
  readonly messageId?: number;
  /** Refused, but an earlier attempt may have been taken all the same: the whole stays unknown. */
  readonly leavesUnknown?: boolean;
  /** How often in a row it was not accepted; counted in one attempt so that waiting does not grow the ledger. */
  readonly tries?: number;
}
