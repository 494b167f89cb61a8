import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { ReadFault } from "./read-event.ts";

/** Something to import: a file, or text that was pasted. */
export interface ImportSource {
  readonly name: string;
  readonly blob: Blob;
}

/** Something that was not taken, and why. */
export interface RefusedItem {
  readonly file: string;
  /** Where it begins in the file, from 1; absent when the file as a whole was refused. */
  readonly line?: number;
  /** Its place in the list that it stands in, from 1. */
  readonly entry?: number;
  readonly eventId?: string;
  readonly faults: readonly ReadFault[];
}

/** What a stretch of a source gave. */
export interface ReadBatch {
  readonly file: string;
  readonly events: readonly DraftEvent[];
  /** How many of the events have something to be corrected. */
  readonly faulty: number;
  readonly refused: readonly RefusedItem[];
  /** How far all sources are read, in bytes. */
  readonly bytesRead: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Lets the page do its work; called at the latest every `sliceMs`. */
  readonly pause: () => Promise<void>;
  readonly sliceMs?: number;
  readonly now?: () => number;
}
