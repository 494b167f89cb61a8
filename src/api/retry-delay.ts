import { retryAfterOf } from "./failures.ts";

const shortestMs = 1000;
const longestMs = 5 * 60_000;

/**
 * When to retry automatically after a 429 or 503 with Retry-After: then, plus jitter, so that pages do not retry all
 * together. Undefined without Retry-After.
 */
export function retryDelayMs(error: unknown, chance: number = Math.random()): number | undefined {
  const retryAfter = retryAfterOf(error);
  if (retryAfter === undefined) return undefined;
  return Math.round(Math.min(longestMs, Math.max(shortestMs, retryAfter)) * (1 + 0.1 * chance));
}

/** The same for React Query's `refetchInterval`. */
export function retryInterval({ state }: { readonly state: { readonly error: unknown } }): number | false {
  return retryDelayMs(state.error) ?? false;
}
