import type { ImportResult } from "#room/workspace/visits/visit-record.ts";
import type { JobState } from "#room/features/parts/background-job.ts";
import type { RefusedItem } from "./import-source.ts";

export interface ImportState extends JobState {
  /** "visits.ndjson", "3 files" or "pasted text". */
  readonly name: string;
  readonly bytesRead: number;
  readonly totalBytes: number;
  /** The number of events by result. */
  readonly counts: Readonly<Record<ImportResult["result"], number>>;
  /** How many of the events took the place of one that this import had brought. */
  readonly again: number;
  /** How many of the events the import had brought or passed over already. */
  readonly unchanged: number;
  /** How many of those added are of a visit that another of them is of. */
  readonly shared: number;
  /** The same of those that were here already. */
  readonly sharedHere: number;
  /** How many of those taken can’t be sent as they are. */
  readonly faulty: number;
  /** Events whose newer import is waiting to be merged with the draft. */
  readonly conflicts: readonly string[];
  readonly refused: readonly RefusedItem[];
  readonly failure?: string;
}
