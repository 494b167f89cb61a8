import { NetworkFailure } from "./failures.ts";

/** Only a cut network is worth another try by itself; a refusal stays one. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return error instanceof NetworkFailure && failures < 2;
}
