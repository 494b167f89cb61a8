import { balanceOf } from "#room/billing/balance.ts";
import { asDraft } from "#room/billing/draft-event.ts";
import { amountOfMinor, type Money } from "#room/contract/primitives/money.ts";
import type { ServiceVisit } from "./use-service-visit.ts";

/** The payments of a visit; undefined when nothing was paid. */
export function paidOn({ autoChargedEvent }: Pick<ServiceVisit, "autoChargedEvent">): Money | undefined {
  const { payments, currency } = balanceOf(autoChargedEvent && asDraft(autoChargedEvent).visitCharged);
  return payments === 0 ? undefined : { currency, amount: amountOfMinor(payments, currency) };
}
