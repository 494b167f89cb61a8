import type { ImportResult } from "#room/workspace/visits/visit-record.ts";
import type { ImportSource, RefusedItem } from "./import-source.ts";

/** Where an import stands. */
export interface ImportState {
  readonly phase: "running" | "done" | "stopped" | "failed";
  /** "visits.ndjson", "3 files" or "pasted text". */
  readonly name: string;
  readonly bytesRead: number;
  readonly totalBytes: number;
  /** How many events became what. */
  readonly counts: Readonly<Record<ImportResult["result"], number>>;
  /** How many of those that were read have something to be corrected. */
  readonly faulty: number;
  /** Events whose newer import waits to be merged with the draft. */
  readonly conflicts: readonly string[];
  readonly refused: readonly RefusedItem[];
  /** Why it failed, in plain words; only with `failed`. */
  readonly failure?: string;
}

/** Imports of one workspace, one at a time; outlives the page, so that leaving it stops nothing. */
export interface Importer {
  get(): ImportState | undefined;
  subscribe(listener: () => void): () => void;
  /** Begins at once; files that come while one runs wait their turn. */
  start(sources: readonly ImportSource[]): Promise<void>;
  /** What was taken by then stays. */
  stop(): void;
  /** Puts the report away; not while it runs. */
  dismiss(): void;
}
