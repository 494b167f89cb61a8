import { NetworkFailure, OperationRefused, retryAfterOf } from "#room/api/failures.ts";

const waitSeconds = 25;
/** Polling interval when the service does not support waiting. Milliseconds. */
const pollMs = 5000;
/** How long to poll before trying to wait again. */
const pollForMs = 10 * 60_000;
/** A wait cut off sooner than this was not a wait. */
const cutAfterMs = 2000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** Nobody is burdened by calls that reach nothing, and people wait. */
const longestUnreachedMs = 5000;

/** The service has too many who wait, and this call gave way to a newer one. */
export const isFull = (error: unknown) => error instanceof OperationRefused && error.status === 429;

/**
 * How long to wait at the service and between calls: a proxy may cut long waits, and a busy service asks for pauses.
 */
export function createPace(now: () => number) {
  let failures = 0;
  let cuts = 0;
  let pollUntil = 0;
  return {
    /** What to request from the service: 0 where waiting does not work. */
    waitSeconds: () => (now() < pollUntil ? 0 : waitSeconds),
    afterAnswer(waited: number): number {
      failures = 0;
      if (waited > 0) cuts = 0;
      return now() < pollUntil ? pollMs : 0;
    },
    /** @param waitedMs how long the call waited at the service; 0 if it did not */
    afterFailure(error: unknown, waitedMs: number): number {
      failures += 1;
      if (waitedMs > cutAfterMs) cuts += 1;
      if (cuts >= 2 || isFull(error)) {
        cuts = 0;
        pollUntil = now() + pollForMs;
      }
      const retryAfter = retryAfterOf(error);
      const longest = error instanceof NetworkFailure ? longestUnreachedMs : longestPauseMs;
      const usual = Math.min(longest, firstPauseMs * 2 ** Math.min(failures - 1, 5));
      return Math.max(retryAfter ?? 0, usual);
    },
  };
}
