import type { AnyRule, ChargeRule, DiagnosisRule, PaymentRule, VisitRule } from "#room/billing/rule.ts";
import { amountIsCode } from "./amount-is-code.ts";
import { chargeAmount } from "./charge-amount.ts";
import { chargeGuids } from "./charge-guids.ts";
import { chargeMoney } from "./charge-money.ts";
import { chargeRequired } from "./charge-required.ts";
import { codeSetByDate } from "./code-set-by-date.ts";
import { codeSetsMixed } from "./code-sets-mixed.ts";
import { codeValidOnDate } from "./code-valid-on-date.ts";
import { dateOfService } from "./date-of-service.ts";
import { diagnosisCoded } from "./diagnosis-coded.ts";
import { diagnosisCount } from "./diagnosis-count.ts";
import { diagnosisFirst } from "./diagnosis-first.ts";
import { diagnosisGuids } from "./diagnosis-guids.ts";
import { diagnosisLinks } from "./diagnosis-links.ts";
import { diagnosisPointed } from "./diagnosis-pointed.ts";
import { diagnosisPriority } from "./diagnosis-priority.ts";
import { diagnosisTwice } from "./diagnosis-twice.ts";
import { duplicateLines } from "./duplicate-lines.ts";
import { earlierEvent } from "./earlier-event.ts";
import { feeScheduleAmount } from "./fee-schedule-amount.ts";
import { headerCode } from "./header-code.ts";
import { icd10Shape } from "./icd10-shape.ts";
import { icd9Shape } from "./icd9-shape.ts";
import { lineBalance } from "./line-balance.ts";
import { modifier25 } from "./modifier-25.ts";
import { modifierShape } from "./modifier-shape.ts";
import { modifiersDistinct } from "./modifiers-distinct.ts";
import { modifiersSides } from "./modifiers-sides.ts";
import { modifiersWholeService } from "./modifiers-whole-service.ts";
import { paidLines } from "./paid-lines.ts";
import { pairEdits } from "./pair-edits.ts";
import { paperForm } from "./paper-form.ts";
import { payerBilled } from "./payer-billed.ts";
import { paymentAmount } from "./payment-amount.ts";
import { paymentGuids } from "./payment-guids.ts";
import { paymentMoney } from "./payment-money.ts";
import { paymentPayer } from "./payment-payer.ts";
import { paymentTwice } from "./payment-twice.ts";
import { paymentType } from "./payment-type.ts";
import { procedureShape } from "./procedure-shape.ts";
import { procedureValidOnDate } from "./procedure-valid-on-date.ts";
import { quantity } from "./quantity.ts";
import { unitLimits } from "./unit-limits.ts";
import { visitDates } from "./visit-dates.ts";
import { visitGuids } from "./visit-guids.ts";
import { visitRequired } from "./visit-required.ts";
import { visitTotal } from "./visit-total.ts";

export const visitRules: readonly VisitRule[] = [
  visitRequired,
  visitGuids,
  visitDates,
  dateOfService,
  visitTotal,
  paidLines,
  paymentTwice,
  earlierEvent,
  diagnosisCount,
  diagnosisTwice,
  diagnosisFirst,
  diagnosisPriority,
  diagnosisPointed,
  codeSetsMixed,
  modifier25,
  duplicateLines,
  pairEdits,
  unitLimits,
  paperForm,
];

export const chargeRules: readonly ChargeRule[] = [
  chargeRequired,
  procedureShape,
  procedureValidOnDate,
  modifierShape,
  modifiersDistinct,
  modifiersWholeService,
  modifiersSides,
  quantity,
  chargeMoney,
  chargeAmount,
  amountIsCode,
  feeScheduleAmount,
  lineBalance,
  diagnosisLinks,
  payerBilled,
  chargeGuids,
];

export const diagnosisRules: readonly DiagnosisRule[] = [
  diagnosisCoded,
  icd10Shape,
  icd9Shape,
  codeSetByDate,
  codeValidOnDate,
  headerCode,
  diagnosisGuids,
];

export const paymentRules: readonly PaymentRule[] = [
  paymentType,
  paymentAmount,
  paymentMoney,
  paymentPayer,
  paymentGuids,
];

export const allRules: readonly AnyRule[] = [
  ...visitRules,
  ...chargeRules,
  ...diagnosisRules,
  ...paymentRules,
];
