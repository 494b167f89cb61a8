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

/** What the rules cannot see in the event itself. Whatever is absent is not judged. */
export interface Facts {
  /** Today as `yyyy-MM-dd`, for dates in the future. */
  readonly today?: string;
  /** Answers by `diagnosisCheckKey`; a code without an answer is "not checked", never fine. */
  readonly diagnosisChecks?: ReadonlyMap<string, DiagnosisCheck>;
  readonly earlierEvents?: readonly EarlierEvent[];
  readonly limits?: Partial<ScrubLimits>;
}

/** The limits that the rules measure against; settings, since payers differ. */
export interface ScrubLimits {
  readonly diagnosesPerVisit: number;
  readonly diagnosesPerCharge: number;
  readonly modifiersPerCharge: number;
  /** More units than a line usually has. */
  readonly unitsPerCharge: number;
  /** Unit ceilings by procedure code (MUE); empty until a payer's list is given. */
  readonly unitCeilings: Readonly<Record<string, number>>;
  readonly linesOnPaper: number;
}

export const defaultLimits: ScrubLimits = {
  diagnosesPerVisit: 12,
  diagnosesPerCharge: 4,
  modifiersPerCharge: 4,
  unitsPerCharge: 99,
  unitCeilings: {},
  linesOnPaper: 6,
};

/** The key under which a check's answer stands: system, code without its dot, service date. */
export function diagnosisCheckKey(codeSystemName: string, code: string, svcDate: string | undefined): string {
  return `${codeSystemName}|${code.replaceAll(".", "").trim().toUpperCase()}|${svcDate ?? ""}`;
}
