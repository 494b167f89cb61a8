import type { ChargeRule } from "#room/billing/rule.ts";
import { guidResults } from "./guid-results.ts";

export const chargeGuids: ChargeRule = {
  id: "charge-guids",
  scope: "charge",
  severity: "block",
  title: "Provider, payer and fee of a charge are GUIDs of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check(charge) {
    return [
      ...guidResults(charge.providerId, ["providerId"]),
      ...guidResults(charge.payerId, ["payerId"]),
      ...guidResults(charge.feeId, ["feeId"]),
    ];
  },
};
