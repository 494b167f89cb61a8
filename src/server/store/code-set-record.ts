import type { CodeSetTable } from "./code-tables.ts";
import type { RecordOf } from "./rows.ts";

/** An imported code set, without its lines. Names are unique; a new import replaces the set of that name. */
export type CodeSetRecord = RecordOf<Omit<CodeSetTable, "content">>;

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
