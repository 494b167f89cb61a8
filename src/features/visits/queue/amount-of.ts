import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** Whole minor units of a currency. */
export interface Amount {
  readonly minor: number;
  readonly currency: string;
}

/**
 * What a visit comes to: its invoice's amount once it has one, else what its draft says. Undefined when the draft's
 * amounts cannot be added.
 */
export function amountOf({ state, attempts, amountMinor, currency }: VisitSummary): Amount | undefined {
  const charged = state === "charged" ? attempts.findLast(({ outcome }) => outcome === "charged") : undefined;
  // An attempt of an earlier version of the console did not note it.
  if (charged?.amountMinor !== undefined)
    return { minor: charged.amountMinor, currency: charged.currency ?? currency };
  return amountMinor === undefined ? undefined : { minor: amountMinor, currency };
}
