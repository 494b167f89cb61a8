import type { DaySheet } from "#room/contract/schemas/day-sheet.ts";

/** What became of an invoice. */
export const whatWords = {
  charged: "Charged",
  replaced: "Replaced by a correction",
  voided: "Voided",
} as const;

/** What was done after the closing. */
export function lateWords({ isNew, ended }: DaySheet["late"]["invoices"][number]): string {
  if (!ended) return whatWords.charged;
  const end = whatWords[ended];
  return isNew === true ? `Charged, then ${end.toLowerCase()}` : end;
}
