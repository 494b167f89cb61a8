import type { DaySheet } from "#room/contract/schemas/day-sheet.ts";

/** What became of an invoice. */
export const whatWords = {
  charged: "Charged",
  replaced: "Replaced by a correction",
  voided: "Voided",
} as const;

/** What was done after the closing, in order: what was charged and ended since is both. */
export function lateActs({ late }: Pick<DaySheet, "late">) {
  const acts = late.invoices.flatMap((invoice) => {
    const { isNew, ended, chargedAt, chargedBy, endedAt, endedBy } = invoice;
    const charged = { invoice, what: "charged", at: chargedAt, by: chargedBy } as const;
    return [
      ...(isNew || !ended ? [charged] : []),
      ...(ended ? [{ invoice, what: ended, at: endedAt, by: endedBy } as const] : []),
    ];
  });
  return acts.toSorted((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}
