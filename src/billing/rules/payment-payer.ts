import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { type PaymentRule, clean } from "#room/billing/rule.ts";

export const paymentPayer: PaymentRule = {
  id: "payment-payer",
  scope: "payment",
  severity: "warn",
  title: "A payment's payer is also the payer of one of the visit's charges.",
  source: "F24: other-payer edits of 837P",
  check({ payerId }, { payers }) {
    if (isGuidAbsent(payerId) || !payerId || payers.size === 0) return clean;
    const canonical = canonicalGuid(payerId);
    if (canonical === undefined || payers.has(canonical)) return clean;
    const [only] = payers;
    const message = "No charge on this visit has this payer.";
    if (payers.size > 1 || only === undefined) return [{ path: ["payerId"], message }];
    const edits = [{ kind: "set", path: ["payerId"], value: only } as const];
    return [{ path: ["payerId"], message, fix: { label: "Use the charges’ payer", edits } }];
  },
};
