import { counted } from "#room/contract/primitives/counted.ts";
import type { Balance } from "#room/billing/balance.ts";
import { payerBilledFor } from "#room/billing/line-totals.ts";
import type { DraftCharge, DraftDiagnosis, DraftMoney, DraftPayment } from "#room/billing/draft-event.ts";
import { chargeMembers, paymentMembers } from "#room/billing/event-members.ts";
import { formatLinks, linksOf } from "#room/billing/diagnosis-identity.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { minorText } from "#room/contract/primitives/money.ts";
import { textOfLeaf } from "#room/billing/leaf-text.ts";
import { amountText } from "#room/features/visits/editor/draft/record-draft.ts";
import styles from "./print.module.css";
import { textHead, headsOf, Sheet } from "./print-sheet.tsx";

export const diagnosisHeads = ["", "Code", "Description"].map(textHead);
const chargeHeads = [
  textHead(""),
  ...headsOf(chargeMembers, [
    "cpt",
    "modifier",
    "indicatedBy",
    "quantity",
    "charge",
    "paid",
    "arAmount",
    "payerId",
    "providerId",
  ]),
];
const paymentHeads = headsOf(paymentMembers, [
  "paymentType",
  "paymentCategory",
  "payerId",
  "notes",
  "amount",
]);

interface RowsProps {
  readonly balance: Balance;
}

/** An amount in the visit's currency without a symbol; in another currency with its code. */
function Amount({ money, currency }: { readonly money: DraftMoney | null | undefined; currency: string }) {
  const own = textOfLeaf(money?.currency) || currency;
  const text = amountText(money?.amount, own);
  return <td className={styles.number}>{text === "" || own === currency ? text : `${text} ${own}`}</td>;
}

export function ChargesSheet({
  charges,
  services,
  diagnoses,
  balance,
}: RowsProps & {
  readonly charges: readonly DraftCharge[];
  /** What their codes mean. */
  readonly services: readonly (string | undefined)[];
  readonly diagnoses: readonly DraftDiagnosis[];
}) {
  const { currency } = balance;
  const sums = [balance.charges, balance.paid, balance.ar];
  const foot = (
    <tr className={styles.foot}>
      <th scope="row" colSpan={5}>
        {counted(charges.length, "line")}, {currency}
      </th>
      {sums.map((minor, at) => (
        <td key={at} className={styles.number}>
          {minorText(minor, currency)}
        </td>
      ))}
    </tr>
  );
  return (
    <Sheet title="Charges" heads={chargeHeads} count={charges.length} foot={foot}>
      {charges.map((row, index) => (
        <tr key={index}>
          <td>{index + 1}</td>
          <td>
            {row.cpt} <small>{services[index]}</small>
            {row.billable === false ? <small> not billable</small> : null}
          </td>
          <td>{row.modifier?.join(" ")}</td>
          <td>{formatLinks(linksOf(row, diagnoses))}</td>
          <td className={styles.number}>{textOfLeaf(row.quantity)}</td>
          <Amount money={row.charge} currency={currency} />
          <Amount money={row.paid} currency={currency} />
          <Amount money={row.arAmount} currency={currency} />
          <td>{namesNow().words("payer", payerBilledFor(row)) || "patient"}</td>
          <td>{namesNow().words("provider", row.providerId ?? "")}</td>
        </tr>
      ))}
    </Sheet>
  );
}

export function PaymentsSheet({
  payments,
  balance,
}: RowsProps & { readonly payments: readonly DraftPayment[] }) {
  const { currency } = balance;
  return (
    <Sheet title="Payments" heads={paymentHeads} count={payments.length}>
      {payments.map((row, index) => (
        <tr key={index}>
          <td>{row.paymentType}</td>
          <td>{row.paymentCategory}</td>
          <td>{namesNow().words("payer", row.payerId ?? "")}</td>
          <td>{row.notes}</td>
          <Amount money={row.amount} currency={currency} />
        </tr>
      ))}
    </Sheet>
  );
}
