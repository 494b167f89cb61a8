import type { Attempt, AttemptOutcome } from "./attempt.ts";

/** What has been sent, or tried to be, with its attempts, oldest first. */
export interface WithAttempts {
  readonly attempts: readonly Attempt[];
}

/** The attempt under way, if there is one. */
export function openAttempt({ attempts }: WithAttempts): Attempt | undefined {
  const last = attempts.at(-1);
  return last && last.outcome === undefined ? last : undefined;
}

/**
 * What is known of the thing as a whole: the last attempt that settled anything. What was surely not accepted tells
 * nothing; a refusal that leaves an earlier unknown attempt in doubt does not hide it.
 */
export function lastKnown({ attempts }: WithAttempts): Attempt | undefined {
  return attempts.findLast(
    ({ outcome, leavesUnknown }) =>
      outcome !== undefined && outcome !== "not-accepted" && leavesUnknown !== true,
  );
}

/** What an attempt would charge, where that was written down. */
export function chargesOf(
  attempt: Attempt | undefined,
): Pick<Attempt, "visitId" | "amountMinor" | "currency"> {
  const { visitId, amountMinor, currency } = attempt ?? {};
  return {
    ...(visitId !== undefined && { visitId }),
    ...(amountMinor !== undefined && { amountMinor }),
    ...(currency !== undefined && { currency }),
  };
}

/** With another outcome of its open attempt. */
export function settled<T extends WithAttempts>(
  entry: T,
  outcome: AttemptOutcome,
  facts: Omit<Attempt, "number" | "startedAt" | "by" | "contentHash" | "outcome">,
): T {
  const open = openAttempt(entry);
  if (!open) return entry;
  return { ...entry, attempts: [...entry.attempts.slice(0, -1), { ...open, ...facts, outcome }] };
}

/** The open attempt is taken back: its request surely never left. */
export function withoutOpenAttempt<T extends WithAttempts>(entry: T): T {
  return openAttempt(entry) ? { ...entry, attempts: entry.attempts.slice(0, -1) } : entry;
}

/** Adds an attempt under way; one in a row that was not accepted is taken over, so that waiting leaves no trail. */
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
