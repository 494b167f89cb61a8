import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { DraftEvent } from "./draft-event.ts";
import { type Facts, defaultLimits } from "./facts.ts";
import { type Finding, findingAt } from "./finding.ts";
import { type AnyRule, type RowRule, type ScrubContext, findingOf } from "./rule.ts";
import { chargeRules, diagnosisRules, paymentRules, visitRules } from "./rules/rules-list.ts";
import { serviceDateOf } from "./service-date.ts";
import { visitCurrencyOf } from "./balance.ts";

/** What row rules see besides their row. */
function contextOf(event: DraftEvent, facts: Facts): ScrubContext {
  const visit = event.visitCharged;
  const payers = new Set<string>();
  for (const { payerId } of visit?.charges ?? []) {
    if (!isGuidAbsent(payerId) && payerId) payers.add(canonicalGuid(payerId) ?? payerId);
  }
  return {
    serviceDate: serviceDateOf(event),
    currency: visitCurrencyOf(visit),
    practiceId: canonicalGuid(visit?.practiceId ?? "") ?? "",
    diagnoses: visit?.diagnosis ?? [],
    payers,
    facts,
    limits: { ...defaultLimits, ...facts.limits },
  };
}

/** All findings of an event: the visit's first, then row by row. Paths start at the event. */
export function scrub(event: DraftEvent, facts: Facts = {}): Finding[] {
  const context = contextOf(event, facts);
  const findings: Finding[] = [];
  for (const rule of visitRules)
    for (const result of rule.check(event, context)) findings.push(findingOf(rule, result));
  const scrubRows = <Row>(
    list: "charges" | "diagnosis" | "payments",
    rows: readonly Row[] | null | undefined,
    rules: readonly (AnyRule & RowRule<Row>)[],
  ) => {
    for (const [index, row] of (rows ?? []).entries())
      for (const rule of rules)
        for (const result of rule.check(row, context))
          findings.push(findingAt(["visitCharged", list, index], findingOf(rule, result)));
  };
  const { charges, diagnosis, payments } = event.visitCharged ?? {};
  scrubRows("charges", charges, chargeRules);
  scrubRows("diagnosis", diagnosis, diagnosisRules);
  scrubRows("payments", payments, paymentRules);
  return findings;
}
