/*
 * An event while it is worked on: the members of AutoChargedEvent, any of which may still be missing, and numbers
 * that may still be text because they do not read as numbers yet. Every AutoChargedEvent is a DraftEvent.
 */

type Given<T> = T | null | undefined;

/** Members that the interface does not know are kept, whatever they hold. */
interface Loose {
  readonly [member: string]: unknown;
}

/** Money being typed: text stands in `amount` while it does not read as a number. */
export interface DraftMoney extends Loose {
  readonly currency?: Given<string>;
  readonly amount?: Given<number | string>;
}

export interface DraftDiagnosis extends Loose {
  readonly icd9DiagCode?: Given<string>;
  readonly icd10DiagCode?: Given<string>;
  readonly diagCodePk?: Given<string>;
  readonly priority?: Given<number | string>;
  readonly snomed?: Given<string>;
}

export interface DraftCharge extends Loose {
  readonly providerId?: Given<string>;
  readonly payerId?: Given<string>;
  readonly feeId?: Given<string>;
  readonly cpt?: Given<string>;
  readonly modifier?: Given<readonly string[]>;
  readonly quantity?: Given<number | string>;
  readonly charge?: Given<DraftMoney>;
  readonly arAmount?: Given<DraftMoney>;
  readonly paid?: Given<DraftMoney>;
  readonly indicatedBy?: Given<readonly DraftDiagnosis[]>;
  readonly billtoPayer?: Given<boolean>;
  readonly billable?: Given<boolean>;
}

export interface DraftPayment extends Loose {
  readonly paymentId?: Given<string>;
  readonly paymentType?: Given<string>;
  readonly payerId?: Given<string>;
  readonly amount?: Given<DraftMoney>;
  readonly notes?: Given<string>;
  readonly paymentCategory?: Given<string>;
}

export interface DraftRulesLog extends Loose {
  readonly rulesLogId?: Given<string>;
  readonly ruleGroup?: Given<string>;
  readonly ruleName?: Given<string>;
  readonly status?: Given<string>;
  readonly message?: Given<string>;
  readonly logLevel?: Given<string>;
  readonly createdDate?: Given<string>;
}

export interface DraftAudit extends Loose {
  readonly rulesLogs?: Given<readonly DraftRulesLog[]>;
  readonly manualReviewNeeded?: Given<boolean>;
  readonly stopProcessing?: Given<boolean>;
  readonly canAutoCharge?: Given<boolean>;
  readonly canAutoCode?: Given<boolean>;
  readonly finalStatus?: Given<string>;
  readonly withholdReason?: Given<string>;
}

export interface DraftVisit extends Loose {
  readonly visitId?: Given<string>;
  readonly practiceId?: Given<string>;
  readonly version?: Given<string>;
  readonly charges?: Given<readonly DraftCharge[]>;
  readonly diagnosis?: Given<readonly DraftDiagnosis[]>;
  readonly payments?: Given<readonly DraftPayment[]>;
  readonly createdId?: Given<string>;
  readonly createdUserNumber?: Given<number | string>;
  readonly createdOn?: Given<string>;
  readonly wcDocFlag?: Given<boolean>;
  readonly authNumberFlag?: Given<boolean>;
}

/** An AutoChargedEvent that may not be finished. */
export interface DraftEvent extends Loose {
  readonly eventId?: Given<string>;
  /** Made up, to try the console with. It stands in the event itself, so that copies and exports have it too. */
  readonly isExample?: unknown;
  readonly visitCharged?: Given<DraftVisit>;
  readonly audit?: Given<DraftAudit>;
}

/** The number that was typed; undefined when absent or when it does not read as one. */
export function numberOf(value: Given<number | string>): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(value.trim())) return undefined;
  return Number(value);
}

/** True when nothing was typed. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
