import type { AnyRule, ChargeRule, DiagnosisRule, PaymentRule, VisitRule } from "#room/billing/rule.ts";

export const chargeRules: readonly ChargeRule[] = [];
export const diagnosisRules: readonly DiagnosisRule[] = [];
export const paymentRules: readonly PaymentRule[] = [];
export const visitRules: readonly VisitRule[] = [];

/** All rules, in the order of the table in src/README.md. */
export const allRules: readonly AnyRule[] = [
  ...visitRules,
  ...chargeRules,
  ...diagnosisRules,
  ...paymentRules,
];
