import { Suggestions } from "#room/features/visits/editor/fields/suggestions.tsx";
import { paymentColumns } from "#room/features/visits/editor/grid/columns.ts";
import { useColumns } from "#room/features/visits/editor/grid/use-columns.tsx";
import { RowsSection } from "#room/features/visits/editor/grid/rows-section.tsx";

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
