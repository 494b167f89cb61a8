import type { RuleResult, VisitRule } from "#room/billing/rule.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { isSameContent } from "#room/contract/same-content.ts";

export const paymentTwice: VisitRule = {
  id: "payment-twice",
  scope: "visit",
  severity: "warn",
  title: "Two payments with the same ID are likely one payment, counted twice.",
  source: "F20, F21: 837P total edits",
  check(event) {
    const results: RuleResult[] = [];
    const first = new Map<string, number>();
    const payments = event.visitCharged?.payments ?? [];
    for (const [index, payment] of payments.entries()) {
      const id = canonicalGuid(payment.paymentId ?? "");
      if (id === undefined || isGuidAbsent(id)) continue;
      const earlier = first.get(id);
      if (earlier === undefined) {
        first.set(id, index);
        continue;
      }
      const path = ["visitCharged", "payments", index];
      const fix = { label: "Remove it", edits: [{ kind: "remove", path } as const] };
      results.push({
        path: [...path, "paymentId"],
        message: `Likely payment ${earlier + 1} again: it has the same ID, and both are counted.`,
        ...(isSameContent(payment, payments[earlier]) && { fix }),
      });
    }
    return results;
  },
};
