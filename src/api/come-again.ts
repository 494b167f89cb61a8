import { retryAfterOf } from "./failures.ts";

const shortestMs = 1000;
const longestMs = 5 * 60_000;

/**
 * When to ask again by itself what the service has put off (429, 503 with Retry-After): then, and some of it later, so
 * that pages do not come as one. Undefined where it said nothing.
 */
export function comeAgainMs(error: unknown, chance: number = Math.random()): number | undefined {
  const asked = retryAfterOf(error);
  if (asked === undefined) return undefined;
  return Math.round(Math.min(longestMs, Math.max(shortestMs, asked)) * (1 + 0.1 * chance));
}

/** The same as React Query's `refetchInterval`. */
export function comeAgain({ state }: { readonly state: { readonly error: unknown } }): number | false {
  return comeAgainMs(state.error) ?? false;
}
