import { payerBilledFor } from "#room/billing/line-totals.ts";
import { minorUnits, type Money } from "#room/contract/primitives/money.ts";
import type { Invoice, InvoiceLine, InvoicePayment } from "#room/contract/schemas/invoice.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import type { InvoiceLineTable, InvoicePaymentTable } from "./invoice-tables.ts";

/** What an event bills: totals in whole minor units, lines and payments as returned on the wire. */
export interface InvoiceRecord extends Pick<Invoice, "lines" | "payments"> {
  readonly currency: string;
  readonly totalMinor: number;
  readonly paidMinor: number;
  /** `yyyy-MM-dd`; empty if unknown. */
  readonly serviceDate: string;
}

const longest = 100;

/** Both are within the amounts whose exact sums the invoice was made of. */
const minorOf = (money: Money) => minorUnits(money.amount, money.currency) ?? 0;

/** Only what has the shape of a code stays readable under a data key. */
function codeOf(text: string, shape: RegExp): string {
  const code = text.trim().toUpperCase();
  return shape.test(code) ? code : "";
}

/** A procedure's code as the figures have it; empty: it has none, and counts with the other codes. */
export const countedCode = (cpt: string) => codeOf(cpt, /^[A-Z\d]{5}$/);

export function lineRows(invoiceNumber: number, lines: readonly InvoiceLine[]): InvoiceLineTable[] {
  return lines.map((line) => {
    const amount = minorOf(line.amount);
    const paid = line.paid ? minorOf(line.paid) : 0;
    const modifiers = line.modifier.map((text) => codeOf(text, /^[A-Z\d]{2}$/));
    return {
      invoice_number: invoiceNumber,
      line: line.lineNumber,
      provider_id: line.providerId ?? "",
      payer_id: payerBilledFor(line),
      code: countedCode(line.cpt),
      modifiers: modifiers.filter((code) => code !== "").join(" "),
      units: line.quantity,
      amount_minor: amount,
      paid_minor: paid,
      ar_minor: line.arAmount ? minorOf(line.arAmount) : amount - paid,
    };
  });
}

export function paymentRows(
  invoiceNumber: number,
  payments: readonly InvoicePayment[],
): InvoicePaymentTable[] {
  const shown = (text: string | null | undefined) => storableText((text ?? "").trim().slice(0, longest));
  return payments.map((payment, index) => ({
    invoice_number: invoiceNumber,
    payment: index + 1,
    payer_id: payment.payerId ?? "",
    type: shown(payment.paymentType),
    category: shown(payment.paymentCategory),
    amount_minor: minorOf(payment.amount),
  }));
}
