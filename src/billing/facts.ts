import type { CheckedProcedure, ClaimPair, UnitLimit } from "#room/contract/operations/claim-checks.ts";
import type { FeeSchedule } from "./directory/fee-schedule.ts";

export interface DiagnosisCheck {
  readonly isValid: boolean;
  readonly isChargeable: boolean;
  readonly description?: string;
}

/**
 * Another event of the same visit in this browser. `copied`: of the visit that this one is a copy of, which is charged.
 */
export interface EarlierEvent {
  readonly eventId: string;
  readonly state: "charged" | "unknown" | "waiting" | "copied";
  readonly invoice?: number;
}

/** What the quarter's NCCI files say about the codes of a visit on its day; absent without files. */
export interface ClaimEdits {
  /** The day it is for; an answer for another day does not apply. */
  readonly svcDate: string;
  /** "2026 Q4". */
  readonly quarter: string;
  readonly pairs: readonly ClaimPair[];
  readonly limits: readonly UnitLimit[];
}

/** What the loaded lists say about procedure codes on a day, by upper-case code. */
export interface ProcedureChecks {
  readonly svcDate: string;
  readonly byCode: ReadonlyMap<string, CheckedProcedure>;
}

/** What the rules cannot see in the event itself. Checks whose facts are absent are skipped. */
export interface Facts {
  /** Today as `yyyy-MM-dd`, to detect future dates. */
  readonly today?: string;
  /** Answers by `diagnosisCheckKey`. A code without an answer is "not checked", never valid. */
  readonly diagnosisChecks?: ReadonlyMap<string, DiagnosisCheck>;
  readonly procedureChecks?: ProcedureChecks | undefined;
  readonly claimEdits?: ClaimEdits | undefined;
  readonly earlierEvents?: readonly EarlierEvent[];
  /** The clinic's fees; the same object until one of them changes. */
  readonly fees?: FeeSchedule;
  readonly limits?: Partial<ScrubLimits>;
}

/** The limits used by the rules; settings, since payers differ. */
export interface ScrubLimits {
  readonly diagnosesPerVisit: number;
  readonly diagnosesPerCharge: number;
  readonly modifiersPerCharge: number;
  /** More units than a line usually has. */
  readonly unitsPerCharge: number;
  readonly linesOnPaper: number;
}

export const defaultLimits: ScrubLimits = {
  diagnosesPerVisit: 12,
  diagnosesPerCharge: 4,
  modifiersPerCharge: 4,
  unitsPerCharge: 99,
  linesOnPaper: 6,
};

/** The key of a check's answer: system, code without its dot, date of service. */
export function diagnosisCheckKey(codeSystemName: string, code: string, svcDate: string | undefined): string {
  return `${codeSystemName}|${code.replaceAll(".", "").trim().toUpperCase()}|${svcDate ?? ""}`;
}
