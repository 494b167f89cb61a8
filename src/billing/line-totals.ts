import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { minorUnits } from "#room/contract/primitives/money.ts";
import { type DraftCharge, type DraftMoney, type DraftPayment, isBlank, numberOf } from "./draft-event.ts";

/** One row's contribution to the balance, in minor units of the visit's currency. */
export interface LineTotals {
  readonly charge: number;
  readonly paid: number;
  readonly ar: number;
  /** The amount charged on this line; 0 when it is not billable. */
  readonly billed: number;
  /** The amount of a payment row; 0 for a charge. */
  readonly payment: number;
  /** charge − paid − arAmount; undefined when arAmount is absent or an amount is unusable. */
  readonly gap: number | undefined;
  /** How many amounts of the row are unusable: not a number, too many digits, or another currency. */
  readonly unreadable: number;
  /** Canonical id of the payer that is billed, or has paid; empty: the patient. */
  readonly payerId: string;
}

/** Without a balance: what a payer has paid is not what its lines leave open, as the patient pays, too. */
export interface PayerTotals extends Totals {
  readonly payerId: string;
}

/** Of a visit, in minor units of its currency. */
export type Totals = Readonly<typeof zeroTotals>;

export const zeroTotals = { charges: 0, paid: 0, ar: 0, billed: 0, payments: 0, unreadable: 0 };

/** Not shown by the interface: a charge is billed unless `billable` says false. */
export function isBillable(charge: DraftCharge): boolean {
  return charge.billable !== false;
}

/** In upper case; undefined when it is not given. */
export function currencyOf(money: DraftMoney | null | undefined): string | undefined {
  const code = money?.currency;
  return isBlank(code) ? undefined : String(code).trim().toUpperCase();
}

/** Minor units; 0 when absent, undefined when it cannot be added to amounts in `currency`. */
function unitsOf(money: DraftMoney | null | undefined, currency: string): number | undefined {
  if (!money || isBlank(money.amount)) return 0;
  const own = currencyOf(money) ?? currency;
  return own === currency ? minorUnits(numberOf(money.amount) ?? Number.NaN, currency) : undefined;
}

function payerOf(payerId: string | null | undefined): string {
  return isGuidAbsent(payerId) ? "" : (canonicalGuid(payerId ?? "") ?? payerId ?? "");
}

/** Who is billed for a line: its payer if it says so, otherwise the patient, which is empty; so is a payer without a name. */
export function payerBilledFor({
  billtoPayer,
  payerId,
}: Pick<DraftCharge, "billtoPayer" | "payerId">): string {
  return billtoPayer === true ? payerOf(payerId) : "";
}

export function chargeTotals(row: DraftCharge, currency: string): LineTotals {
  const charge = unitsOf(row.charge, currency);
  const paid = unitsOf(row.paid, currency);
  const ar = unitsOf(row.arAmount, currency);
  const unreadable = Number(charge === undefined) + Number(paid === undefined) + Number(ar === undefined);
  const known = charge !== undefined && paid !== undefined && ar !== undefined;
  return {
    charge: charge ?? 0,
    paid: paid ?? 0,
    // A missing A/R is computed from charge and payment; a line without a charge has none.
    ar: known && isBlank(row.arAmount?.amount) && !isBlank(row.charge?.amount) ? charge - paid : (ar ?? 0),
    billed: isBillable(row) ? (charge ?? 0) : 0,
    payment: 0,
    gap: known && !isBlank(row.arAmount?.amount) ? charge - paid - ar : undefined,
    unreadable,
    payerId: payerBilledFor(row),
  };
}

export function paymentTotals(row: DraftPayment, currency: string): LineTotals {
  const payment = unitsOf(row.amount, currency);
  const unreadable = payment === undefined ? 1 : 0;
  const payerId = payerOf(row.payerId);
  return { charge: 0, paid: 0, ar: 0, billed: 0, payment: payment ?? 0, gap: undefined, unreadable, payerId };
}

export function addLine(totals: Totals, line: LineTotals): Totals {
  return {
    charges: totals.charges + line.charge,
    paid: totals.paid + line.paid,
    ar: totals.ar + line.ar,
    billed: totals.billed + line.billed,
    payments: totals.payments + line.payment,
    unreadable: totals.unreadable + line.unreadable,
  };
}
