import { counted } from "#room/contract/primitives/counted.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { noneWords } from "#room/features/visits/none-words.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { useEditor, useSignal } from "./session/editor-context.ts";

export function PerPayer({ onClose }: { readonly onClose: () => void }) {
  const { balance } = useEditor();
  const totals = useSignal(balance);
  const { currency, perPayer } = totals;
  const names = useNames();
  return (
    <Dialog title="A/R by payer" onClose={onClose} width="wide">
      <Table
        heads={[
          "Payer",
          ...["Charges", "Billed", "Payments", "A/R"].map((name) => ({ name, isNumber: true })),
        ]}
      >
        {perPayer.map(({ payerId, charges, billed, payments, ar }) => (
          <tr key={payerId}>
            <td title={payerId}>{payerId === "" ? noneWords.payer : names.words("payer", payerId)}</td>
            {[charges, billed, payments, ar].map((minor, at) => (
              <td key={at} className={table.number}>
                {minorMoneyText(minor, currency)}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          {(["charges", "billed", "payments", "ar"] as const).map((sum) => (
            <td key={sum} className={table.number}>
              {minorMoneyText(totals[sum], currency)}
            </td>
          ))}
        </tr>
      </Table>
      {totals.unreadable > 0 ? <p>{counted(totals.unreadable, "amount")} can’t be added up.</p> : null}
      <p>
        A/R is each line’s charge less what is marked paid on that line. Payments are those listed under
        Payments, by who paid.
      </p>
    </Dialog>
  );
}
