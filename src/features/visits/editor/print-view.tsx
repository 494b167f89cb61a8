import { useEffect } from "react";
import { createPortal } from "react-dom";
import { balanceOf } from "#room/billing/balance.ts";
import { codeOf } from "#room/billing/diagnosis-identity.ts";
import { diagnosisLetter, formatLinks, linksOf } from "#room/billing/links.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { useEditor } from "./editor-context.ts";
import { textOfLeaf } from "#room/forms/leaf-text.ts";
import styles from "./print.module.css";

/** A clean page of the visit, made for the printer only. */
export function PrintView({ onDone }: { readonly onDone: () => void }) {
  const { visit } = useEditor();
  const event = visit.event();
  const { visitCharged, audit } = event;
  const balance = balanceOf(visitCharged);
  const outcome = outcomeOf(audit);
  const diagnoses = visitCharged?.diagnosis ?? [];
  useEffect(() => {
    addEventListener("afterprint", onDone, { once: true });
    print();
    return () => removeEventListener("afterprint", onDone);
  }, [onDone]);
  return createPortal(
    <div className={styles.sheet} data-print-sheet="">
      <h1>Visit charge</h1>
      <p>
        Visit {visitCharged?.visitId} · practice {visitCharged?.practiceId} · event {event.eventId}
        <br />
        {visitCharged?.createdOn} · version {textOfLeaf(visitCharged?.version)} ·{" "}
        {outcome.kind === "charged" ? "clear for charging" : `withheld: ${outcome.reason}`}
      </p>
      <h2>Diagnoses</h2>
      <table>
        <tbody>
          {diagnoses.map((row, index) => (
            <tr key={index}>
              <th scope="row">{diagnosisLetter(index)}</th>
              <td>{codeOf(row)}</td>
              <td>{textOfLeaf(row.priority)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Charges</h2>
      <table>
        <thead>
          <tr>
            {["", "CPT", "Modifiers", "Diagnoses", "Qty", "Charge", "Paid", "A/R", "Payer"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(visitCharged?.charges ?? []).map((row, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              <td>{row.cpt}</td>
              <td>{row.modifier?.join(" ")}</td>
              <td>{formatLinks(linksOf(row, diagnoses))}</td>
              <td className={styles.number}>{textOfLeaf(row.quantity)}</td>
              <td className={styles.number}>{textOfLeaf(row.charge?.amount)}</td>
              <td className={styles.number}>{textOfLeaf(row.paid?.amount)}</td>
              <td className={styles.number}>{textOfLeaf(row.arAmount?.amount)}</td>
              <td>{shortGuid(row.payerId ?? "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Payments</h2>
      <table>
        <tbody>
          {(visitCharged?.payments ?? []).map((row, index) => (
            <tr key={index}>
              <td>{row.paymentType}</td>
              <td>{row.paymentCategory}</td>
              <td>{row.notes}</td>
              <td className={styles.number}>{textOfLeaf(row.amount?.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.sums}>
        Charges {formatMoney(balance.charges, balance.currency)} · Payments{" "}
        {formatMoney(balance.payments, balance.currency)} · Balance{" "}
        {formatMoney(balance.balance, balance.currency)}
      </p>
    </div>,
    document.body,
  );
}
