import { OperationRefused, retryAfterOf } from "#room/api/failures.ts";

const waitSeconds = 25;
/** Where nobody may wait at the service: asked so often. Milliseconds. */
const pollMs = 5000;
/** After so long waiting is tried once more. */
const pollForMs = 10 * 60_000;
/** A wait that was cut after less than this was no wait. */
const cutAfterMs = 2000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** How long to wait at the service and between two calls: a proxy may cut long waits, a busy service asks for patience. */
export function createPace(now: () => number) {
  let failures = 0;
  let cuts = 0;
  let pollUntil = 0;
  return {
    /** What to ask the service for: 0 where waiting does not work. */
    waitSeconds: () => (now() < pollUntil ? 0 : waitSeconds),
    afterAnswer(asked: number): number {
      failures = 0;
      if (asked > 0) cuts = 0;
      return now() < pollUntil ? pollMs : 0;
    },
    /** @param waitedMs how long the call stood at the service; 0 when it did not wait there */
    afterFailure(error: unknown, waitedMs: number): number {
      failures += 1;
      if (waitedMs > cutAfterMs) cuts += 1;
      const isFull = error instanceof OperationRefused && error.code === "TooMany";
      if (cuts >= 2 || isFull) {
        cuts = 0;
        pollUntil = now() + pollForMs;
      }
      const asked = retryAfterOf(error);
      const usual = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 5));
      return Math.max(asked ?? 0, usual);
    },
  };
}
