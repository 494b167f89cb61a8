import { given } from "#room/contract/keys-of.ts";
import type { Attempt, AttemptOutcome } from "./attempt.ts";

export interface WithAttempts {
  readonly attempts: readonly Attempt[];
}

export function openAttempt({ attempts }: WithAttempts): Attempt | undefined {
  const last = attempts.at(-1);
  return last && last.outcome === undefined ? last : undefined;
}

/**
 * What is known overall: the last attempt that settled anything. An attempt that was certainly not accepted says
 * nothing, and a refusal that leaves an earlier attempt unknown does not hide it.
 */
export function lastKnown({ attempts }: WithAttempts): Attempt | undefined {
  return attempts.findLast(
    ({ outcome, leavesUnknown }) =>
      outcome !== undefined && outcome !== "not-accepted" && leavesUnknown !== true,
  );
}

export function chargesOf(
  attempt: Attempt | undefined,
): Pick<Attempt, "visitId" | "amountMinor" | "currency"> {
  const { visitId, amountMinor, currency } = attempt ?? {};
  return given({ visitId, amountMinor, currency });
}

export function settled<T extends WithAttempts>(
  entry: T,
  outcome: AttemptOutcome,
  facts: Omit<Attempt, "number" | "startedAt" | "by" | "contentHash" | "outcome">,
): T {
  const open = openAttempt(entry);
  if (!open) return entry;
  return { ...entry, attempts: [...entry.attempts.slice(0, -1), { ...open, ...facts, outcome }] };
}

/** Removes the open attempt: its request certainly never left. */
export function withoutOpenAttempt<T extends WithAttempts>(entry: T): T {
  return openAttempt(entry) ? { ...entry, attempts: entry.attempts.slice(0, -1) } : entry;
}

/** Starts an attempt. A preceding one that was not accepted is replaced, so that waiting leaves no trail. */
export function withAttempt<T extends WithAttempts>(
  entry: T,
  attempt: Omit<Attempt, "number" | "outcome">,
): T {
  const last = entry.attempts.at(-1);
  const again = last?.outcome === "not-accepted" ? last : undefined;
  const before = again ? entry.attempts.slice(0, -1) : entry.attempts;
  const tries = again ? { tries: (again.tries ?? 1) + 1 } : {};
  return { ...entry, attempts: [...before, { ...attempt, ...tries, number: before.length + 1 }] };
}
