import { Suggestions } from "./suggestions.tsx";
import { paymentColumns } from "./columns.ts";
import { useColumns } from "./use-columns.tsx";
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
  const { columns, menu, reveal } = useColumns("payments", paymentColumns);
  return (
    <>
      <RowsSection
        list="payments"
        title="Payments"
        columns={columns}
        maxRows={6}
        nameOf={numberOf}
        addLabel="Add payment"
        actions={menu}
        onReveal={reveal}
      />
      <Suggestions lists={suggestions} />
    </>
  );
}
