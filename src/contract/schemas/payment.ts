import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { money } from "#room/contract/primitives/money.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/** Payment (interface 2.7). */
export const payment = z.looseObject({
  paymentId: optional(guid),
  paymentType: optional(text(1000)),
  payerId: optional(guid),
  amount: optional(money),
  notes: optional(text(10_000)),
  paymentCategory: optional(text(1000)),
});
export type Payment = z.output<typeof payment>;
