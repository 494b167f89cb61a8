import { useNames } from "#room/features/names/names-now.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import table from "#room/ui/table.module.css";
import { useEditor, useSignal } from "./session/editor-context.ts";

export function PerPayer({ onClose }: { readonly onClose: () => void }) {
  const { balance } = useEditor();
  const { currency } = useSignal(balance.view);
  const rows = balance.perPayer();
  const names = useNames();
  return (
    <Dialog title="Balance by payer" isOpen onClose={onClose} width="wide">
      <table className={table.table}>
        <thead>
          <tr>
            <th>Payer</th>
            {["Charges", "Billed", "Payments", "A/R", "Balance"].map((title) => (
              <th key={title} className={table.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ payerId, charges, billed, payments, ar, balance: open }) => (
            <tr key={payerId}>
              <td title={payerId}>{payerId === "" ? "No payer" : names.words("payer", payerId)}</td>
              {[charges, billed, payments, ar, open].map((minor, at) => (
                <td key={at} className={table.number}>
                  {formatMoney(minor, currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
