import type { CheckedProcedure } from "#room/contract/operations/check-procedures.ts";
import type { ClaimPair, UnitLimit } from "#room/contract/operations/check-claim-edits.ts";
import type { FeeSchedule } from "./directory/fee-schedule.ts";

/** What DiagnosisVerify said of a code on a date. */
export interface DiagnosisCheck {
  readonly isValid: boolean;
  readonly isChargeable: boolean;
  readonly description?: string;
}

/** Another event of the same visit that this browser knows of. */
export interface EarlierEvent {
  readonly eventId: string;
  readonly state: "charged" | "unknown" | "waiting";
}

/** What the NCCI files of the quarter say of the codes of a visit on its day; without files there is none. */
export interface ClaimEdits {
  /** The day that was asked about: an answer for another day says nothing. */
  readonly svcDate: string;
  /** "2026 Q4". */
  readonly quarter: string;
  readonly pairs: readonly ClaimPair[];
  readonly limits: readonly UnitLimit[];
}

/** What the loaded lists say of procedure codes on a day, by code in capitals. */
export interface ProcedureChecks {
  readonly svcDate: string;
  readonly byCode: ReadonlyMap<string, CheckedProcedure>;
}

/** What the rules cannot see in the event itself. Whatever is absent is not judged. */
export interface Facts {
  /** Today as `yyyy-MM-dd`, for dates in the future. */
  readonly today?: string;
  /** Answers by `diagnosisCheckKey`; a code without an answer is "not checked", never fine. */
  readonly diagnosisChecks?: ReadonlyMap<string, DiagnosisCheck>;
  readonly procedureChecks?: ProcedureChecks | undefined;
  readonly claimEdits?: ClaimEdits | undefined;
  readonly earlierEvents?: readonly EarlierEvent[];
  /** The clinic's fees; the same object as long as none of them changed. */
  readonly fees?: FeeSchedule;
  readonly limits?: Partial<ScrubLimits>;
}

/** The limits that the rules measure against; settings, since payers differ. */
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

/** The key under which a check's answer stands: system, code without its dot, service date. */
export function diagnosisCheckKey(codeSystemName: string, code: string, svcDate: string | undefined): string {
  return `${codeSystemName}|${code.replaceAll(".", "").trim().toUpperCase()}|${svcDate ?? ""}`;
}
