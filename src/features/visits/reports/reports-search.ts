import { addressReader, oneOf } from "#room/contract/address-reader.ts";
import { day, guid } from "#room/features/visits/figures/figures-search.ts";

/** Which days the reports are of: without a span or days, this month. */
export const reportsSearch = addressReader({
  span: oneOf("last-month", "quarter", "year"),
  from: day,
  to: day,
  practice: guid,
});
export type ReportsSearch = ReturnType<typeof reportsSearch>;
