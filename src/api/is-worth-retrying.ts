import { NetworkFailure } from "./failures.ts";

/** Only a network failure is worth an automatic retry; a refusal stays one. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return error instanceof NetworkFailure && failures < 2;
}
