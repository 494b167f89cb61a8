import { balanceOf } from "#room/billing/balance.ts";
import { amountOfMinor, type Money } from "#room/contract/primitives/money.ts";
import { Unreadable } from "#room/features/visits/import/settle-leaf.ts";
import { receivedEvent } from "./received-event.ts";
import type { ServiceVisit } from "./use-service-visit.ts";

/** The payments of a visit; undefined when nothing was paid. */
export function paidOn({ autoChargedEvent }: Pick<ServiceVisit, "autoChargedEvent">): Money | undefined {
  const event = autoChargedEvent && receivedEvent(autoChargedEvent);
  if (!event || event instanceof Unreadable) return undefined;
  const { payments, currency } = balanceOf(event.visitCharged);
  return payments === 0 ? undefined : { currency, amount: amountOfMinor(payments, currency) };
}
