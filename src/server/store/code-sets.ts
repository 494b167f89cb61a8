import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";

/** A set of codes as it was imported, without its lines. One set has each name; a new import of it replaces it. */
export interface CodeSetRecord {
  /** "ICD-10-CM FY2027", "GEM ICD-9-CM to ICD-10-CM". */
  readonly name: string;
  readonly kind: "codes" | "mapping" | "starter";
  /** Of a mapping: the system that it maps from. */
  readonly system: CodeSystem;
  /** 0 for a mapping. */
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

/** A set with its lines as packCodeLines or packMappingLines of the codes room wrote them. */
export interface CodeSetContent {
  readonly set: CodeSetRecord;
  readonly content: Uint8Array;
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
}

/** The code sets. Every change raises the version, so that another process sees that its copy is old. */
export interface CodeSets {
  /** 0 before the first import. */
  version(): Promise<number>;
  /** By system and year, mappings last. */
  list(): Promise<CodeSetRecord[]>;
  content(name: string): Promise<Uint8Array | undefined>;
  /** The tables of one version; undefined while another process replaces them. */
  tables(): Promise<{ version: number; tables: StoredTable[] } | undefined>;
  /** All or nothing. False, with nothing changed, when another import came first. */
  replace(change: ReplaceCodeSets): Promise<boolean>;
}
