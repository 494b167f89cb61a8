import { codeOf, keyOf } from "#room/billing/diagnosis-identity.ts";
import { isBillable } from "#room/billing/line-totals.ts";
import { givenGuid } from "#room/contract/primitives/guid.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitCharged, Charge, Diagnosis, Payment } from "#room/contract/schemas/auto-charged-event.ts";
import type { InvoiceLine, InvoicePayment } from "#room/contract/schemas/invoice.ts";
import type { InvoiceRecord } from "./invoice-rows.ts";

type CodesByKey = ReadonlyMap<string | undefined, string>;

/** The first of several rows with the same key counts. Built once: an event may have thousands of rows and links. */
function codesByKey(diagnoses: readonly Diagnosis[]): CodesByKey {
  return new Map(diagnoses.toReversed().map((row) => [keyOf(row), codeOf(row)]));
}

/** The code of a link. A link that is only a key gets its code from the visit's diagnosis with that key. */
function linkedCode(link: Diagnosis, codes: CodesByKey): string {
  const own = codeOf(link);
  const key = keyOf(link);
  return own !== "" || key === undefined ? own : (codes.get(key) ?? "");
}

const moneyOf = ({ currency, amount }: Money): Money => ({ currency: currency.toUpperCase(), amount });

function lineOf(charge: Charge, lineNumber: number, known: CodesByKey): InvoiceLine {
  const providerId = givenGuid(charge.providerId);
  const payerId = givenGuid(charge.payerId);
  const codes = (charge.indicatedBy ?? []).map((link) => linkedCode(link, known));
  return {
    lineNumber,
    cpt: charge.cpt,
    modifier: charge.modifier ?? [],
    quantity: charge.quantity,
    amount: moneyOf(charge.charge),
    ...(charge.paid ? { paid: moneyOf(charge.paid) } : {}),
    ...(charge.arAmount ? { arAmount: moneyOf(charge.arAmount) } : {}),
    ...(providerId === undefined ? {} : { providerId }),
    ...(payerId === undefined ? {} : { payerId }),
    billtoPayer: charge.billtoPayer ?? false,
    diagnoses: codes.filter((code) => code !== ""),
  };
}

function paymentOf({ paymentType, paymentCategory, payerId, amount }: Payment): InvoicePayment[] {
  if (!amount) return [];
  const payer = givenGuid(payerId);
  return [
    {
      ...(paymentType ? { paymentType } : {}),
      ...(paymentCategory ? { paymentCategory } : {}),
      ...(payer === undefined ? {} : { payerId: payer }),
      amount: moneyOf(amount),
    },
  ];
}

/** What an event bills: one line per billable charge in order, its payments with an amount, and its date of service. */
export function itemsOf(visit: VisitCharged): Pick<InvoiceRecord, "lines" | "payments" | "serviceDate"> {
  const known = codesByKey(visit.diagnosis ?? []);
  return {
    lines: visit.charges.filter(isBillable).map((charge, index) => lineOf(charge, index + 1, known)),
    payments: (visit.payments ?? []).flatMap(paymentOf),
    serviceDate: (visit.createdOn && calendarDateOf(visit.createdOn)) || "",
  };
}
