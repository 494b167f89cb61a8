import type { AttemptOutcome } from "#room/workspace/attempts/attempt.ts";
import type { Settled } from "#room/workspace/attempts/outbox-entry.ts";

export type TabMessage =
  /** These units were written, with this commit count. */
  | { readonly type: "units"; readonly units: readonly string[]; readonly count: number }
  /** The outcomes of the tab's sends. */
  | { readonly type: "settled"; readonly settled: readonly Settled[] }
  /** Asks an idle tab of version 1.2 to release the send lock. */
  | { readonly type: "outbox" }
  /** Asks the tab that has claimed this entry, but not sent it, to withdraw it. */
  | { readonly type: "withdraw"; readonly id: string }
  | { readonly type: "lock" }
  /** Asks the writer of a draft to yield after its last write; confirms that it has. `lock` names the draft. */
  | { readonly type: "yield" | "yielded"; readonly lock: string };

const outcomes: Readonly<Record<AttemptOutcome, true>> = {
  charged: true,
  withheld: true,
  sent: true,
  refused: true,
  unknown: true,
  "not-accepted": true,
};

function isOutcome(value: unknown): value is AttemptOutcome {
  return typeof value === "string" && Object.hasOwn(outcomes, value);
}

function parseSettled(value: unknown): Settled | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, kind, outcome, code, message }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof id !== "string" || (kind !== "visit" && kind !== "message") || !isOutcome(outcome))
    return undefined;
  return {
    id,
    kind,
    outcome,
    ...(typeof code === "string" && { code }),
    ...(typeof message === "string" && { message }),
  };
}

/** Undefined for messages not known to this version: another tab may have another version open. */
export function parseTabMessage(message: unknown): TabMessage | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { type, units, count, settled, id, lock }: Readonly<Record<string, unknown>> = { ...message };
  if (type === "outbox" || type === "lock") return { type };
  if (type === "units" && Array.isArray(units) && typeof count === "number")
    return { type, units: units.map(String), count };
  if (type === "settled" && Array.isArray(settled))
    return { type, settled: settled.flatMap((each) => parseSettled(each) ?? []) };
  if (type === "withdraw" && typeof id === "string") return { type, id };
  if ((type === "yield" || type === "yielded") && typeof lock === "string") return { type, lock };
  return undefined;
}
