import { isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { type ChargeRule, clean } from "#room/billing/rule.ts";

export const payerBilled: ChargeRule = {
  id: "payer-billed",
  scope: "charge",
  severity: "warn",
  title: "A line that bills a payer names the payer and the provider.",
  source: "837P: payer (2010BB) and rendering provider (2310B)",
  check({ billtoPayer, payerId, providerId }, { payers }) {
    if (billtoPayer !== true) return clean;
    const hasPayer = !isGuidAbsent(payerId);
    const hasProvider = !isGuidAbsent(providerId);
    if (hasPayer && hasProvider) return clean;
    if (hasPayer) return [{ path: ["providerId"], message: "This line bills a payer but has no provider." }];
    const message = `This line bills a payer but has no ${hasProvider ? "payer" : "payer and no provider"}.`;
    const [only] = payers;
    if (only === undefined || payers.size > 1) return [{ path: ["payerId"], message }];
    const edits = [{ kind: "set", path: ["payerId"], value: only } as const];
    return [{ path: ["payerId"], message, fix: { label: "Use the other charges’ payer", edits } }];
  },
};
