import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { showDate } from "#room/billing/show-date.ts";

/** Said before an invoice is corrected or voided whose day is closed. */
export function ClosedDays({ visitId }: { readonly visitId: string }) {
  const { data } = useQuery(operationQuery("getVisitInvoice", { visitId }));
  const days = data?.closedDays ?? [];
  if (days.length === 0) return null;
  const isOne = days.length === 1;
  return (
    <p>
      The {isOne ? "day" : "days"} {days.map((day) => showDate(day)).join(" and ")} {isOne ? "is" : "are"}{" "}
      closed: this is listed on {isOne ? "its day sheet" : "their day sheets"} under “After closing”.
    </p>
  );
}
