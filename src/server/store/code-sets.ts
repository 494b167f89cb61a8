import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";

/** What a set is of: diagnoses, procedures of level II, a clinic's own list of CPT codes, or edits of claims. */
export type SetSystem = CodeSystem | "HCPCS" | "CPT" | "NCCI";

/** A set of codes as it was imported, without its lines. One set has each name; a new import of it replaces it. */
export interface CodeSetRecord {
  /** "ICD-10-CM FY2027", "GEM ICD-9-CM to ICD-10-CM", "HCPCS 2026 Q4", "NCCI pairs 2026 Q4, file 1". */
  readonly name: string;
  /** Pairs: codes that are not paid beside each other; limits: of units. */
  readonly kind: "codes" | "mapping" | "starter" | "pairs" | "limits";
  /** Of a mapping: the system that it maps from. */
  readonly system: SetSystem;
  /** 0 for what does not go by fiscal years. */
  readonly fiscalYear: number;
  /** First and last day of service, yyyy-MM-dd; empty for a mapping. */
  readonly inForceFrom: string;
  readonly inForceTo: string;
  readonly billable: number;
  readonly headers: number;
  /** The file it was read from. */
  readonly origin: string;
  /** SHA-256 of the unpacked file, in hex. */
  readonly checksum: string;
  /** yyyy-MM-ddTHH:mm:ss.fffffff in UTC. */
  readonly importedOn: string;
  /** A user's name, or "command line". */
  readonly importedBy: string;
}

/** Who accepted what a publisher asks of whoever uses its files. Asked once. */
export interface NoticeRecord {
  readonly name: string;
  /** What was shown. */
  readonly text: string;
  /** The file that it was accepted with, and its SHA-256. */
  readonly origin: string;
  readonly checksum: string;
  readonly acceptedOn: string;
  readonly acceptedBy: string;
}

/** A set with its lines as the codes room wrote them. */
export interface CodeSetContent {
  readonly set: CodeSetRecord;
  readonly content: Uint8Array;
}

/** A set as it was read from a file. */
export interface ReadSet extends CodeSetContent {
  readonly isLastLineEnded: boolean;
  /** What the file itself says of its use. */
  readonly notice: string | undefined;
}

/** Files that came in several requests of one user, to be imported together. */
export interface CodeUpload {
  readonly uploadId: string;
  readonly by: string;
}

/** A system's codes of all years, merged and indexed; `format` is the number of the writer that built the bytes. */
export interface StoredTable {
  readonly system: CodeSystem;
  readonly format: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ReplaceCodeSets {
  /** The version that the tables were built from. */
  readonly after: number;
  readonly sets: readonly CodeSetContent[];
  readonly tables: readonly StoredTable[];
  readonly notice?: NoticeRecord | undefined;
  /** What waited under it is imported by this. */
  readonly upload?: CodeUpload | undefined;
}

/** The code sets. Every change raises the version, so that another process sees that its copy is old. */
export interface CodeSets {
  /** 0 before the first import. */
  version(): Promise<number>;
  /** By system and year, mappings last. */
  list(): Promise<CodeSetRecord[]>;
  content(name: string): Promise<Uint8Array | undefined>;
  notices(): Promise<NoticeRecord[]>;
  /** The tables of one version; undefined while another process replaces them. */
  tables(): Promise<{ version: number; tables: StoredTable[] } | undefined>;
  /** Keeps sets that are not imported yet, in the place of those of the same names. */
  keepUploaded(upload: CodeUpload, sets: readonly ReadSet[], at: number): Promise<void>;
  /** What was kept so, since then. */
  uploaded(upload: CodeUpload, since: number): Promise<ReadSet[]>;
  forgetUploadedBefore(time: number): Promise<void>;
  /** All or nothing. False, with nothing changed, when another import came first. */
  replace(change: ReplaceCodeSets): Promise<boolean>;
}
