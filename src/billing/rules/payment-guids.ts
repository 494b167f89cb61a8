import type { PaymentRule } from "#room/billing/rule.ts";
import { guidResults } from "./guid-results.ts";

export const paymentGuids: PaymentRule = {
  id: "payment-guids",
  scope: "payment",
  severity: "block",
  title: "paymentId and payer of a payment are GUIDs of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check: (payment) => [
    ...guidResults(payment.paymentId, ["paymentId"]),
    ...guidResults(payment.payerId, ["payerId"]),
  ],
};
