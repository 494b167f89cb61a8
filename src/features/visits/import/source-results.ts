import type { DraftEvent } from "#room/billing/draft-event.ts";
import { readPiece } from "./read-event.ts";
import type { JsonPiece } from "./json-piece.ts";
import type { RefusedItem, ReadBatch } from "./import-source.ts";

export class SourceResults {
  readonly #name: string;
  #events: DraftEvent[] = [];
  #refused: RefusedItem[] = [];
  #faulty = 0;
  /** Whether anything was found in the file, valid or not. */
  isEmpty = true;

  constructor(name: string) {
    this.#name = name;
  }

  take(piece: JsonPiece): void {
    this.isEmpty = false;
    for (const result of readPiece(piece)) {
      if (result.ok) {
        this.#events.push(result.event);
        if (result.isFaulty) this.#faulty += 1;
        continue;
      }
      const { faults, eventId, entry = piece.entry } = result;
      const at = { file: this.#name, line: piece.line, ...(entry !== undefined && { entry }) };
      this.#refused.push({ ...at, ...(eventId !== undefined && { eventId }), faults });
    }
  }

  refuse(message: string): void {
    this.isEmpty = false;
    this.#refused.push({ file: this.#name, faults: [{ path: "", message }] });
  }

  give(bytesRead: number): ReadBatch {
    const events = this.#events;
    const batch = { file: this.#name, events, faulty: this.#faulty, refused: this.#refused, bytesRead };
    this.#faulty = 0;
    this.#events = [];
    this.#refused = [];
    return batch;
  }
}
