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
  /** The source file. */
  readonly origin: string;
  /** SHA-256 of the unpacked file, in hex. */
  readonly checksum: string;
  /** yyyy-MM-ddTHH:mm:ss.fffffff in UTC. */
  readonly importedOn: string;
  /** A user's name, or "command line". */
  readonly importedBy: string;
}

/** Who accepted a publisher's terms of use. Asked once. */
export interface NoticeRecord {
  readonly name: string;
  /** The text that was shown. */
  readonly text: string;
  /** The file it was accepted with, and its SHA-256. */
  readonly origin: string;
  readonly checksum: string;
  readonly acceptedOn: string;
  readonly acceptedBy: string;
}

/** A set with its lines as written by `server/codes`. */
export interface CodeSetContent {
  readonly set: CodeSetRecord;
  readonly content: Uint8Array;
}

/** A set as read from a file. */
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

/** A system's codes of all years, merged and indexed; `format` is the version of the writer. */
export interface StoredTable {
  readonly system: CodeSystem;
  readonly format: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ReplaceCodeSets {
  /** The version the tables were built from. */
  readonly after: number;
  readonly sets: readonly CodeSetContent[];
  readonly tables: readonly StoredTable[];
  readonly notice?: NoticeRecord | undefined;
  /** The upload whose waiting sets this imports. */
  readonly upload?: CodeUpload | undefined;
}

/** The code sets. Every change increments the version, so that other processes notice that their copy is stale. */
export interface CodeSets {
  /** 0 before the first import. */
  version(): Promise<number>;
  /** By system and year, mappings last. */
  list(): Promise<CodeSetRecord[]>;
  content(name: string): Promise<Uint8Array | undefined>;
  notices(): Promise<NoticeRecord[]>;
  /** The tables of one version; undefined while another process is replacing them. */
  tables(): Promise<{ version: number; tables: StoredTable[] } | undefined>;
  /** Stores sets that are not imported yet, replacing those of the same names. */
  keepUploaded(upload: CodeUpload, sets: readonly ReadSet[], at: number): Promise<void>;
  /** The sets stored that way since an instant. */
  uploaded(upload: CodeUpload, since: number): Promise<ReadSet[]>;
  forgetUploadedBefore(time: number): Promise<void>;
  /** All or nothing. False, with nothing changed, when another import was faster. */
  replace(change: ReplaceCodeSets): Promise<boolean>;
}
