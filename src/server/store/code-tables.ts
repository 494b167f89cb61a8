export interface CodeSetTable {
  name: string;
  kind: "codes" | "mapping" | "starter" | "pairs" | "limits";
  system: "ICD-10-CM" | "ICD-9-CM" | "HCPCS" | "CPT" | "NCCI";
  fiscal_year: number;
  in_force_from: string;
  in_force_to: string;
  billable: number;
  headers: number;
  origin: string;
  checksum: string;
  imported_on: string;
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
