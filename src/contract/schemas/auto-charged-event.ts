import * as z from "zod/mini";
import { guid, requiredGuid } from "#room/contract/primitives/guid.ts";
import { linesOnPaper, onPaper, optional, text, requiredText, rule } from "#room/contract/primitives/rule.ts";
import { money } from "#room/contract/primitives/money.ts";
import { wireDateTime, isoDate } from "#room/contract/primitives/wire-date-time.ts";

const printed = text(1000).check(onPaper);

/** Diagnosis (interface 2.6): a diagnosis of the visit, or of a charge's indicatedBy. */
export const diagnosis = z.looseObject({
  icd9DiagCode: optional(printed),
  icd10DiagCode: optional(printed),
  diagCodePk: optional(guid),
  priority: optional(z.number()),
  snomed: optional(printed),
});
export type Diagnosis = z.output<typeof diagnosis>;

/**
 * Charge (interface 2.4). Not shown by the interface: cpt, quantity above 0 and charge are required, and
 * `charge` is the line's total, not a unit price.
 */
export const charge = z.looseObject({
  providerId: optional(guid),
  payerId: optional(guid),
  feeId: optional(guid),
  cpt: requiredText(1000).check(onPaper),
  modifier: optional(z.array(printed)),
  quantity: z.number().check(rule((value) => value > 0, { code: "GreaterThan", message: "must be above 0" })),
  charge: money,
  arAmount: optional(money),
  paid: optional(money),
  indicatedBy: optional(z.array(diagnosis)),
  billtoPayer: optional(z.boolean()),
  billable: optional(z.boolean()),
});
export type Charge = z.output<typeof charge>;

/** Payment (interface 2.7). */
export const payment = z.looseObject({
  paymentId: optional(guid),
  paymentType: optional(printed),
  payerId: optional(guid),
  amount: optional(money),
  notes: optional(text(10_000).check(linesOnPaper)),
  paymentCategory: optional(printed),
});
export type Payment = z.output<typeof payment>;

/** RulesLog (interface 2.9): the result of one rule of the engine. */
export const rulesLog = z.looseObject({
  rulesLogId: optional(guid),
  ruleGroup: optional(text(1000)),
  ruleName: optional(text(1000)),
  status: optional(text(1000)),
  message: optional(text(10_000)),
  logLevel: optional(text(1000)),
  createdDate: optional(wireDateTime),
});
export type RulesLog = z.output<typeof rulesLog>;

/** Audit (interface 2.8): the rules engine's verdict on a visit. */
export const audit = z.looseObject({
  rulesLogs: optional(z.array(rulesLog)),
  manualReviewNeeded: optional(z.boolean()),
  stopProcessing: optional(z.boolean()),
  canAutoCharge: optional(z.boolean()),
  canAutoCode: optional(z.boolean()),
  finalStatus: optional(text(1000)),
  withholdReason: optional(text(1000)),
});
export type Audit = z.output<typeof audit>;

/** VisitCharged (interface 2.3). Not shown by the interface: visitId, practiceId and one charge are required. */
export const visitCharged = z.looseObject({
  visitId: requiredGuid,
  practiceId: requiredGuid,
  version: optional(text(1000)),
  charges: z
    .array(charge)
    .check(rule((list) => list.length > 0, { code: "NotEmpty", message: "must hold at least one charge" })),
  diagnosis: optional(z.array(diagnosis)),
  payments: optional(z.array(payment)),
  createdId: optional(text(1000)),
  createdUserNumber: optional(z.number()),
  createdOn: optional(isoDate),
  wcDocFlag: optional(z.boolean()),
  authNumberFlag: optional(z.boolean()),
});
export type VisitCharged = z.output<typeof visitCharged>;

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function rowsOf(visit: unknown, name: string): readonly unknown[] {
  const rows = member(visit, name);
  return Array.isArray(rows) ? rows : [];
}

function firstForeignMoney(value: unknown): { path: (string | number)[]; currency: string } | undefined {
  const visit = member(value, "visitCharged");
  let first: string | undefined;
  const lists = [
    { name: "charges", rows: rowsOf(visit, "charges"), members: ["charge", "arAmount", "paid"] },
    { name: "payments", rows: rowsOf(visit, "payments"), members: ["amount"] },
  ];
  for (const { name, rows, members } of lists) {
    for (const [index, row] of rows.entries()) {
      for (const column of members) {
        const currency = member(member(row, column), "currency");
        if (typeof currency !== "string" || currency === "") continue;
        first ??= currency.toUpperCase();
        if (currency.toUpperCase() !== first)
          return { path: ["visitCharged", name, index, column, "currency"], currency: first };
      }
    }
  }
  return undefined;
}

/** Not shown by the interface: one currency per visit. Runs even when other members have issues. */
const oneCurrency = z.check<unknown>(
  (context) => {
    const foreign = firstForeignMoney(context.value);
    if (!foreign) return;
    context.issues.push({
      code: "custom",
      input: context.value,
      path: foreign.path,
      message: `must be ${foreign.currency}, the visit's currency`,
      params: { code: "Equal" },
      continue: true,
    });
  },
  { when: () => true },
);

/**
 * AutoChargedEvent (interface 2.2): the rules engine's result for one visit. Values are validated, never
 * changed: a parsed event serializes to the same members, unknown ones included.
 */
export const autoChargedEvent = z
  .looseObject({ eventId: requiredGuid, visitCharged, audit })
  .check(oneCurrency);
export type AutoChargedEvent = z.output<typeof autoChargedEvent>;
