import type { PaymentRule } from "#room/billing/rule.ts";
import { guidResultsOf } from "./guid-results.ts";
import { paymentMembers } from "#room/billing/event-members.ts";
import { guidNamesOf } from "#room/billing/members-of-kind.ts";

const names = guidNamesOf(paymentMembers);

export const paymentGuids: PaymentRule = {
  id: "payment-guids",
  scope: "payment",
  severity: "block",
  title: "paymentId and payer of a payment are GUIDs of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check: (payment) => guidResultsOf(payment, names),
};
