import { isBlank } from "#room/billing/draft-event.ts";
import type { ChargeRule, RuleResult } from "#room/billing/rule.ts";

export const chargeRequired: ChargeRule = {
  id: "charge-required",
  scope: "charge",
  severity: "block",
  title: "A charge has its procedure code, its quantity and its amount.",
  source: "The service refuses a charge without them",
  check(charge) {
    const results: RuleResult[] = [];
    if (isBlank(charge.cpt)) results.push({ path: ["cpt"], message: "The procedure code is missing." });
    if (isBlank(charge.quantity)) {
      const fix = { label: "Set to 1", edits: [{ kind: "set", path: ["quantity"], value: 1 } as const] };
      results.push({ path: ["quantity"], message: "The quantity is missing.", fix });
    }
    if (isBlank(charge.charge?.amount))
      results.push({ path: ["charge", "amount"], message: "The charge amount is missing." });
    return results;
  },
};
