import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { money } from "#room/contract/primitives/money.ts";
import { optional, requiredText, rule, text } from "#room/contract/primitives/rule.ts";
import { diagnosis } from "./diagnosis.ts";

/**
 * Charge (interface 2.4). Not shown by the interface: cpt, quantity above 0 and charge are required, and
 * `charge` is the line's total, not a unit price.
 */
export const charge = z.looseObject({
  providerId: optional(guid),
  payerId: optional(guid),
  feeId: optional(guid),
  cpt: requiredText(1000),
  modifier: optional(z.array(text(1000))),
  quantity: z.number().check(rule((value) => value > 0, { code: "GreaterThan", message: "must be above 0" })),
  charge: money,
  arAmount: optional(money),
  paid: optional(money),
  indicatedBy: optional(z.array(diagnosis)),
  billtoPayer: optional(z.boolean()),
  billable: optional(z.boolean()),
});
export type Charge = z.output<typeof charge>;
