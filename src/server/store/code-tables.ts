import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";

/** What a set contains: diagnoses, HCPCS level II procedures, a clinic's own list of CPT codes, or claim edits. */
type SetSystem = CodeSystem | "HCPCS" | "CPT" | "NCCI";

export interface CodeSetTable {
  /** "ICD-10-CM FY2027", "GEM ICD-9-CM to ICD-10-CM", "HCPCS 2026 Q4", "NCCI pairs 2026 Q4, file 1". */
  name: string;
  /** pairs: codes that are not paid together; limits: unit limits. */
  kind: "codes" | "mapping" | "starter" | "pairs" | "limits";
  /** For a mapping: the source system. */
  system: SetSystem;
  /** 0 for sets without a fiscal year. */
  fiscal_year: number;
  /** First and last date of service, yyyy-MM-dd; empty for a mapping. */
  in_force_from: string;
  in_force_to: string;
  billable: number;
  headers: number;
  origin: string;
  /** SHA-256 of the unpacked file, in hex. */
  checksum: string;
  /** yyyy-MM-ddTHH:mm:ss.fffffff in UTC. */
  imported_on: string;
  /** A user's name, or "command line". */
  imported_by: string;
  /** The lines, deflated, or flat arrays as they are: a list is always read as a whole, never by row. */
  content: Uint8Array;
}

export interface CodeTables {
  code_set: CodeSetTable;
  /** A set that was read but not imported, until its upload is complete and the user has confirmed it. */
  code_upload: {
    upload_id: string;
    uploaded_by: string;
    set_name: string;
    facts: string;
    content: Uint8Array;
    uploaded_at: number;
  };
  code_notice: {
    name: string;
    text: string;
    /** The file it was accepted with, and its SHA-256. */
    origin: string;
    checksum: string;
    accepted_on: string;
    accepted_by: string;
  };
  code_table_part: {
    system: "ICD-10-CM" | "ICD-9-CM";
    position: number;
    format: number;
    total_length: number;
    content: Uint8Array;
  };
  /** One row. */
  code_version: { id: number; version: number };
}
