import * as z from "zod/mini";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";
import { audit } from "./audit.ts";
import { charge } from "./charge.ts";
import { diagnosis } from "./diagnosis.ts";
import { payment } from "./payment.ts";

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
