import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";

/** What would happen to an example if it were a real visit: shown only, nothing is sent. */
export function exampleForecast(summary: VisitSummary | undefined): string {
  const never = "Examples stay on this device and are never billed.";
  if (!summary) return never;
  const { blocking, reason, amountMinor, currency } = summary;
  if (blocking > 0) {
    const problems = blocking === 1 ? "a problem" : `${blocking} problems`;
    return `A real visit like this has ${problems} to fix before it can be sent. ${never}`;
  }
  if (reason !== "") return `A real visit like this would be withheld: ${reason}. ${never}`;
  const amount = amountMinor === undefined ? "" : ` for ${minorMoneyText(amountMinor, currency)}`;
  return `A real visit like this would be charged${amount}. ${never}`;
}
