import { isBillable } from "#room/billing/line-totals.ts";
import type { InvoiceRecord } from "#room/server/store/commit-charges.ts";
import { codeOf, keyOf } from "#room/billing/diagnosis-identity.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { InexactAmount, sumMoney } from "#room/contract/primitives/sum-money.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import type { VisitCharged } from "#room/contract/schemas/auto-charged-event.ts";
import type { Charge } from "#room/contract/schemas/charge.ts";
import type { Diagnosis } from "#room/contract/schemas/diagnosis.ts";
import type { InvoiceLine } from "#room/contract/schemas/invoice.ts";
import { invalidMember } from "#room/server/http/refusal.ts";

function givenGuid(text: string | null | undefined): string | undefined {
  return isGuidAbsent(text) || !text ? undefined : canonicalGuid(text);
}

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

function lineOf(charge: Charge, lineNumber: number, known: CodesByKey): InvoiceLine {
  const providerId = givenGuid(charge.providerId);
  const payerId = givenGuid(charge.payerId);
  const codes = (charge.indicatedBy ?? []).map((link) => linkedCode(link, known));
  return {
    lineNumber,
    cpt: charge.cpt,
    modifier: charge.modifier ?? [],
    quantity: charge.quantity,
    amount: { currency: charge.charge.currency.toUpperCase(), amount: charge.charge.amount },
    ...(providerId === undefined ? {} : { providerId }),
    ...(payerId === undefined ? {} : { payerId }),
    billtoPayer: charge.billtoPayer ?? false,
    diagnoses: codes.filter((code) => code !== ""),
  };
}

function sum(amounts: readonly Money[], member: string): number {
  try {
    return sumMoney(amounts).minor;
  } catch (error) {
    if (!(error instanceof InexactAmount)) throw error;
    throw invalidMember(
      "ScalePrecision",
      `AutoChargedEvent.visitCharged.${member}`,
      `The amounts of '${member}' cannot be added exactly.`,
    );
  }
}

/**
 * The invoice of a visit: one line per billable charge in order, the total of the lines, and the amount paid according
 * to the visit's payments. Not shown by the interface: a visit that is cleared for charging but has no billable charge
 * gets an invoice without lines, so that `true` always means there is one.
 */
export function invoiceOfEvent(visit: VisitCharged): InvoiceRecord {
  const billable = visit.charges.filter(isBillable);
  const known = codesByKey(visit.diagnosis ?? []);
  const totalMinor = sum(
    billable.map((charge) => charge.charge),
    "charges",
  );
  const paidMinor = sum(
    (visit.payments ?? []).flatMap((payment) => payment.amount ?? []),
    "payments",
  );
  if (!Number.isSafeInteger(totalMinor - paidMinor))
    throw invalidMember(
      "ScalePrecision",
      "AutoChargedEvent.visitCharged",
      "The balance is not an exact amount.",
    );
  return {
    // A visit has at least one charge and a single currency.
    currency: visit.charges[0]?.charge.currency.toUpperCase() ?? "USD",
    totalMinor,
    paidMinor,
    lines: billable.map((charge, index) => lineOf(charge, index + 1, known)),
  };
}
