import type { ImportResult } from "#room/workspace/visits/visit-record.ts";
import type { ImportSource, RefusedItem } from "./import-source.ts";

/** The state of an import. */
export interface ImportState {
  readonly phase: "running" | "done" | "stopped" | "failed";
  /** "visits.ndjson", "3 files" or "pasted text". */
  readonly name: string;
  readonly bytesRead: number;
  readonly totalBytes: number;
  /** The number of events by result. */
  readonly counts: Readonly<Record<ImportResult["result"], number>>;
  /** How many of the events read need correction. */
  readonly faulty: number;
  /** Events whose newer import is waiting to be merged with the draft. */
  readonly conflicts: readonly string[];
  readonly refused: readonly RefusedItem[];
  /** Why it failed, in plain words; only with `failed`. */
  readonly failure?: string;
}

/** Imports of one workspace, one at a time; outlives the page, so that leaving it stops nothing. */
export interface Importer {
  get(): ImportState | undefined;
  subscribe(listener: () => void): () => void;
  /** Starts immediately; files added during an import are queued. */
  start(sources: readonly ImportSource[]): Promise<void>;
  /** What was imported so far stays. */
  stop(): void;
  /** Hides the report; not while it runs. */
  dismiss(): void;
}
