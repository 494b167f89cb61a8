import { isRecord } from "#room/billing/json-record.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { isTooLarge, sumMoney } from "#room/contract/primitives/sum-money.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitTable } from "./visit-tables.ts";

export type VisitFacts = Pick<
  VisitTable,
  "currency" | "amount_minor" | "line_count" | "service_date" | "payers" | "providers" | "rules"
>;

const maxParties = 20;
const maxRules = 50;
const failed = /fail|reject|den(?:y|ied)|error|hold|held|stop|withh/i;

type Loose = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Loose {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** The canonical GUID; empty if there is none. */
export function guidOrNothing(value: unknown): string {
  return typeof value === "string" && !isGuidAbsent(value) ? (canonicalGuid(value) ?? "") : "";
}

function guidsOf(rows: readonly Loose[], member: "payerId" | "providerId"): string {
  const found = new Set<string>();
  let before: unknown;
  for (const row of rows) {
    const value = row[member];
    // Usually the same for all lines.
    if (value === before) continue;
    before = value;
    const guid = guidOrNothing(value);
    if (guid !== "") found.add(guid);
    if (found.size === maxParties) break;
  }
  return found.size === 0 ? "" : [...found].join(" ");
}

/** Not shown by the interface: statuses are free text; these words are read as a failed rule. */
function failedRules(logs: readonly Loose[]): string {
  const names = new Set<string>();
  for (const { status, logLevel, ruleName } of logs) {
    const isFailed = failed.test(String(status ?? "")) || /error|fatal/i.test(String(logLevel ?? ""));
    if (isFailed && typeof ruleName === "string" && ruleName !== "" && names.size < maxRules)
      names.add(ruleName);
  }
  return names.size === 0 ? "" : JSON.stringify([...names]);
}

/** The sum of the billable charges; undefined if one can’t be read, they are in several currencies or too large. */
function amountOf(charges: readonly Loose[]): { currency: string; minor: number } | undefined {
  try {
    const amounts = charges
      .filter(({ billable }) => billable !== false)
      .map(({ charge }) => {
        const { currency, amount } = objectOf(charge);
        if (typeof currency !== "string" || !/^[a-z]{3}$/i.test(currency) || typeof amount !== "number")
          throw new Error("no amount");
        return { currency, amount };
      });
    const { currency, minor } = sumMoney(amounts);
    return currency === undefined || isTooLarge(amounts) ? undefined : { currency, minor };
  } catch {
    return undefined;
  }
}

/**
 * The facts of any JSON that arrived as an event: an accepted one, or a refused one of any shape. The sum of an
 * accepted one is known from its invoice.
 */
export function extractFacts(
  event: unknown,
  known: {
    readonly amount?: { readonly currency: string; readonly minor: number } | undefined;
    /** For a charged visit, failed rules no longer matter. */
    readonly isCharged?: boolean;
  } = {},
): VisitFacts {
  const { visitCharged, audit } = objectOf(event);
  const visit = objectOf(visitCharged);
  const charges = listOf(visit["charges"]);
  const amount = known.amount ?? amountOf(charges);
  const { createdOn } = visit;
  return {
    currency: amount?.currency ?? "",
    amount_minor: amount?.minor ?? 0,
    line_count: charges.length,
    service_date: (typeof createdOn === "string" ? calendarDateOf(createdOn) : undefined) ?? "",
    payers: guidsOf(charges, "payerId"),
    providers: guidsOf(charges, "providerId"),
    rules: known.isCharged === true ? "" : failedRules(listOf(objectOf(audit)["rulesLogs"])),
  };
}
