import { RangeDialog, type RangeDialogProps } from "#room/features/visits/queue/range-dialog.tsx";
import { readAmounts } from "./amount-range.ts";

/** Asks for the minimum and maximum amount. */
export function AmountDialog(props: Pick<RangeDialogProps, "onChoose" | "onClose">) {
  return (
    <RangeDialog
      {...props}
      title="Amounts"
      from={{ label: "At least", inputMode: "decimal" }}
      to={{ label: "At most", inputMode: "decimal" }}
      read={readAmounts}
    />
  );
}
