export interface ImportOptions {
  readonly by: string;
  readonly now: () => Date;
  readonly fiscalYear?: number | undefined;
  /** "2026 Q4", for quarterly files whose name does not give it. */
  readonly quarter?: string | undefined;
  /** Says what would change, and changes nothing. */
  readonly isDryRun?: boolean | undefined;
  /** A person has confirmed files that seem to be cut. */
  readonly mayBeCut?: boolean | undefined;
  /** A person has accepted the notice of files that have one. */
  readonly acceptsNotice?: boolean | undefined;
  /** Of a trial: what it reads is kept. Else: what was kept under it is imported too. */
  readonly uploadId?: string | undefined;
  readonly onProgress?: ((step: ImportStep) => void) | undefined;
}

export interface ImportStep {
  readonly file: string;
  readonly what: "reading" | "building" | "storing";
  /** 0 to 1. */
  readonly done: number;
}
