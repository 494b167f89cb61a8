import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { ReadFault } from "./read-event.ts";

export interface ImportSource {
  readonly name: string;
  readonly blob: Blob;
}

export interface RefusedItem {
  readonly file: string;
  /** The line where it starts, from 1; absent when the whole file was refused. */
  readonly line?: number;
  /** Its position in its list, from 1. */
  readonly entry?: number;
  readonly eventId?: string;
  readonly faults: readonly ReadFault[];
}

export interface ReadBatch {
  readonly file: string;
  readonly events: readonly DraftEvent[];
  readonly refused: readonly RefusedItem[];
  /** How far all sources have been read, in bytes. */
  readonly bytesRead: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Lets the page respond; called at least every `sliceMs`. */
  readonly pause: () => Promise<void>;
  readonly sliceMs?: number;
  readonly now?: () => number;
}
