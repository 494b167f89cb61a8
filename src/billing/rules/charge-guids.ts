import type { ChargeRule } from "#room/billing/rule.ts";
import { guidResultsOf } from "./guid-results.ts";
import { chargeMembers } from "#room/billing/event-members.ts";
import { guidNamesOf } from "#room/billing/members-of-kind.ts";

const names = guidNamesOf(chargeMembers);

export const chargeGuids: ChargeRule = {
  id: "charge-guids",
  scope: "charge",
  severity: "block",
  title: "Provider, payer and fee of a charge are GUIDs of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check: (charge) => guidResultsOf(charge, names),
};
