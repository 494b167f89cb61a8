import { Suggestions } from "./suggestions.tsx";
import { paymentColumns } from "./columns.ts";
import { RowsSection } from "./rows-section.tsx";

const numberOf = (index: number) => String(index + 1);
const suggestions = {
  "payment-types": ["Cash", "Check", "Credit card", "Debit card", "Copay", "EFT", "Insurance"],
  "payment-categories": [
    "Patient",
    "Copay",
    "Coinsurance",
    "Deductible",
    "Insurance",
    "Adjustment",
    "Refund",
  ],
} as const;

export function PaymentsSection() {
  return (
    <>
      <RowsSection
        list="payments"
        title="Payments"
        columns={paymentColumns}
        maxRows={6}
        nameOf={numberOf}
        addLabel="Add payment"
      />
      <Suggestions lists={suggestions} />
    </>
  );
}
