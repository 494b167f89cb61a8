import type { OperationKey } from "#room/contract/registry.ts";
import type { Issue } from "#room/contract/issues.ts";

/**
 * What is known about a failed request. `refused`: the service answered and accepted nothing. `not-sent`: it never
 * left, or the service said it accepts nothing now. `unknown`: it may have been accepted.
 */
export type FailureOutcome = "refused" | "unknown" | "not-sent";

export interface FailureFacts {
  readonly operation: OperationKey;
  readonly outcome: FailureOutcome;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** The base of all failures: nothing else is thrown by `callOperation`, except the caller's AbortError. */
export abstract class CallFailure extends Error {
  readonly operation: OperationKey;
  readonly outcome: FailureOutcome;
  readonly requestId: string | undefined;
  constructor(message: string, { operation, outcome, requestId, cause }: FailureFacts) {
    super(message, { cause });
    this.operation = operation;
    this.outcome = outcome;
    this.requestId = requestId;
  }
}

/** No answer because the network failed. `unknown` for a write, unless the browser was known to be offline. */
export class NetworkFailure extends CallFailure {
  override readonly name = "NetworkFailure";
}

/** No answer within the operation's time limit. */
export class TimedOut extends CallFailure {
  override readonly name = "TimedOut";
  constructor(limitMs: number, facts: FailureFacts) {
    super(`No answer within ${String(Math.round(limitMs / 1000))} s`, facts);
  }
}

/** A status without an error body of the interface: from a proxy, a gateway, or a service without the operation. */
export class UnexpectedStatus extends CallFailure {
  override readonly name = "UnexpectedStatus";
  readonly status: number;
  /** When to retry, from Retry-After. Milliseconds. */
  readonly retryAfterMs: number | undefined;
  constructor(
    status: number,
    { retryAfterMs, ...facts }: FailureFacts & { retryAfterMs?: number | undefined },
  ) {
    super(`The service answered with status ${String(status)}`, facts);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A 200 answer that violates the contract: HTML, invalid JSON, a missing member. */
export class UnreadableReply extends CallFailure {
  override readonly name = "UnreadableReply";
  readonly issues: readonly Issue[];
  constructor({ issues = [], ...facts }: FailureFacts & { issues?: readonly Issue[] }) {
    super("The answer does not follow the interface", facts);
    this.issues = issues;
  }
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  /** By field, with its path in the request: `["AutoChargedEvent", "visitCharged", "charges", 1, "cpt"]`. */
  readonly issues: readonly Issue[];
  readonly retryAfterMs?: number | undefined;
}

/** The service understood and refused: by status and `responseStatus`, or by a flag of a messaging answer. */
export class OperationRefused extends CallFailure implements Refusal {
  override readonly name = "OperationRefused";
  readonly code: string;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly retryAfterMs: number | undefined;
  constructor(refusal: Refusal, facts: FailureFacts) {
    super(refusal.message, facts);
    this.code = refusal.code;
    this.status = refusal.status;
    this.issues = refusal.issues;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** Refused because the session ended: a 401 (some services say so with a 200), or one of messaging's two session flags. */
export function isSessionLoss(error: unknown): error is OperationRefused | UnexpectedStatus {
  if (error instanceof UnexpectedStatus) return error.status === 401 && error.operation !== "authenticate";
  if (!(error instanceof OperationRefused) || error.operation === "authenticate") return false;
  if (error.status === 200 && error.code === "Unauthorized") return true;
  return error.status === 401 || error.code === "badSessionKey" || error.code === "hasSessionKeyExpired";
}

export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof OperationRefused || error instanceof UnexpectedStatus
    ? error.retryAfterMs
    : undefined;
}

/** The service does not have this operation: an extension of our server (404 or 405). */
export function isMissingOperation(error: unknown): boolean {
  if (error instanceof UnexpectedStatus) return error.status === 404 || error.status === 405;
  if (!(error instanceof OperationRefused)) return false;
  return (
    error.status === 405 ||
    (error.status === 404 && (error.code === "NotFound" || error.code === "NotImplementedException"))
  );
}
