import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";

/** What a set contains: diagnoses, HCPCS level II procedures, a clinic's own list of CPT codes, or claim edits. */
export type SetSystem = CodeSystem | "HCPCS" | "CPT" | "NCCI";

/** An imported code set, without its lines. Names are unique; a new import replaces the set of that name. */
export interface CodeSetRecord {
  /** "ICD-10-CM FY2027", "GEM ICD-9-CM to ICD-10-CM", "HCPCS 2026 Q4", "NCCI pairs 2026 Q4, file 1". */
  readonly name: string;
  /** pairs: codes that are not paid together; limits: unit limits. */
  readonly kind: "codes" | "mapping" | "starter" | "pairs" | "limits";
  /** For a mapping: the source system. */
  readonly system: SetSystem;
  /** 0 for sets without a fiscal year. */
  readonly fiscalYear: number;
  /** First and last date of service, yyyy-MM-dd; empty for a mapping. */
  readonly inForceFrom: string;
  readonly inForceTo: string;
  readonly billable: number;
  readonly headers: number;
  readonly origin: string;
  /** SHA-256 of the unpacked file, in hex. */
  readonly checksum: string;
  /** yyyy-MM-ddTHH:mm:ss.fffffff in UTC. */
  readonly importedOn: string;
  /** A user's name, or "command line". */
  readonly importedBy: string;
}

export interface CodeSetContent {
  readonly set: CodeSetRecord;
  readonly content: Uint8Array;
}

export interface ReadSet extends CodeSetContent {
  readonly isLastLineEnded: boolean;
  /** The terms of use in the file itself. */
  readonly notice: string | undefined;
}

/** Files uploaded by one user in several requests, to be imported together. */
export interface CodeUpload {
  readonly uploadId: string;
  readonly by: string;
}
