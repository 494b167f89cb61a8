import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { DraftCharge, DraftDiagnosis, DraftEvent, DraftPayment } from "./draft-event.ts";
import { type Facts, defaultLimits } from "./facts.ts";
import { type Finding, findingAt } from "./finding.ts";
import { type RowRule, type ScrubContext, clean, findingOf } from "./rule.ts";
import { chargeRules, diagnosisRules, paymentRules, visitRules } from "./rules/rules-list.ts";
import { serviceDateOf } from "./service-date.ts";
import { visitCurrencyOf } from "./balance.ts";

/** What row rules see besides their row. Rebuild it when the diagnoses, payers, date or facts change. */
export function scrubContextOf(event: DraftEvent, facts: Facts = {}): ScrubContext {
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

function scrubRow<Row, R extends RowRule<Row>>(
  rules: readonly (R & Parameters<typeof findingOf>[0])[],
  row: Row,
  context: ScrubContext,
): readonly Finding[] {
  let findings: Finding[] | undefined;
  for (const rule of rules) {
    for (const result of rule.check(row, context)) (findings ??= []).push(findingOf(rule, result));
  }
  return findings ?? clean;
}

/** The findings of one charge; paths start at the charge (`findingAt` moves them into the event). */
export function scrubCharge(charge: DraftCharge, context: ScrubContext): readonly Finding[] {
  return scrubRow(chargeRules, charge, context);
}

/** The findings of one visit diagnosis; paths start at the diagnosis. */
export function scrubDiagnosis(diagnosis: DraftDiagnosis, context: ScrubContext): readonly Finding[] {
  return scrubRow(diagnosisRules, diagnosis, context);
}

/** The findings of one payment; paths start at the payment. */
export function scrubPayment(payment: DraftPayment, context: ScrubContext): readonly Finding[] {
  return scrubRow(paymentRules, payment, context);
}

/** The findings that need the whole event: visit, audit, and combinations of rows. */
export function scrubVisit(event: DraftEvent, context: ScrubContext): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of visitRules) {
    for (const result of rule.check(event, context)) findings.push(findingOf(rule, result));
  }
  return findings;
}

/** All findings of an event: the visit's first, then row by row. Paths start at the event. */
export function scrub(event: DraftEvent, facts: Facts = {}): Finding[] {
  const context = scrubContextOf(event, facts);
  const findings = [...scrubVisit(event, context)];
  const visit = event.visitCharged;
  for (const [index, row] of (visit?.charges ?? []).entries())
    for (const found of scrubCharge(row, context))
      findings.push(findingAt(["visitCharged", "charges", index], found));
  for (const [index, row] of (visit?.diagnosis ?? []).entries())
    for (const found of scrubDiagnosis(row, context))
      findings.push(findingAt(["visitCharged", "diagnosis", index], found));
  for (const [index, row] of (visit?.payments ?? []).entries())
    for (const found of scrubPayment(row, context))
      findings.push(findingAt(["visitCharged", "payments", index], found));
  return findings;
}
