/**
 * Backoff while the service accepts nothing; doubles, with jitter so that consoles do not retry all together.
 * Milliseconds.
 */
const firstPause = 2000;
const longestPause = 5 * 60 * 1000;

/** Delays before an unknown attempt is settled by repeating it, where that is safe. Milliseconds. */
const settlePauses = [20_000, 60_000, 5 * 60_000];

/** Milliseconds until the next try; never earlier than the service asked for. `random` is from 0 to 1. */
export function busyPause(tries: number, retryAfterMs: number | undefined, random: number): number {
  const grown = Math.min(longestPause, firstPause * 2 ** Math.min(tries, 20));
  const jittered = grown * (0.5 + random / 2);
  return retryAfterMs === undefined ? jittered : Math.max(jittered, retryAfterMs * (1 + random / 10));
}

/** Milliseconds until an unknown attempt is repeated automatically; undefined when it was tried often enough. */
export function settlePause(tries: number, random: number): number | undefined {
  const pause = settlePauses[tries];
  return pause === undefined ? undefined : pause * (1 + random / 4);
}
