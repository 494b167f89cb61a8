import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** Whole minor units of a currency. */
export interface Amount {
  readonly minor: number;
  readonly currency: string;
}

/**
 * A visit's amount: its invoice's if it has one, else its draft's. Undefined when the draft's amounts cannot be added.
 */
export function amountOf({ state, attempts, amountMinor, currency }: VisitSummary): Amount | undefined {
  const charged = state === "charged" ? attempts.findLast(({ outcome }) => outcome === "charged") : undefined;
  // Attempts by earlier versions of the console did not record it.
  if (charged?.amountMinor !== undefined)
    return { minor: charged.amountMinor, currency: charged.currency ?? currency };
  return amountMinor === undefined ? undefined : { minor: amountMinor, currency };
}
