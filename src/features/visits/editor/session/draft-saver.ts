import type { DraftEvent } from "#room/billing/draft-event.ts";
import { Signal } from "#room/features/visits/editor/validation/signal.ts";

export type SaveDraft = (event: DraftEvent) => Promise<void>;

export interface SaveState {
  readonly kind: "saved" | "pending" | "failed";
  /** Milliseconds since 1970 of the last save in this session; 0 before the first. */
  readonly at: number;
  readonly error?: unknown;
}

/** Counted from the first unsaved change, so that continuous typing is saved too. */
const waitMs = 380;

/** Saves the draft to the workspace within half a second of a change, one write at a time. */
export class DraftSaver {
  readonly #event: () => DraftEvent;
  #save: SaveDraft | undefined;
  readonly state = new Signal<SaveState>({ kind: "saved", at: 0 });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(event: () => DraftEvent) {
    this.#event = event;
  }

  /** Sets where the draft is saved from now on. */
  use(save: SaveDraft): void {
    this.#save = save;
  }

  /** Schedules a save after a change. */
  soon(): void {
    if (this.state.get().kind !== "pending") this.state.set({ kind: "pending", at: this.state.get().at });
    this.#timer ??= setTimeout(() => void this.#write(), waitMs);
  }

  /** Saves unsaved changes now; resolves when done. Throws if they cannot be saved. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined || this.state.get().kind === "failed") {
      clearTimeout(this.#timer);
      await this.#write();
    }
    await this.#writing;
    const { kind, error } = this.state.get();
    if (kind === "failed") throw error;
  }

  #write(): Promise<void> {
    this.#timer = undefined;
    // Another change may have set the timer during the last write; this writes the latest state anyway.
    this.#writing = this.#writing.then(() => this.#put());
    return this.#writing;
  }

  async #put(): Promise<void> {
    try {
      await this.#save?.(this.#event());
      const isLast = this.#timer === undefined;
      this.state.set({ kind: isLast ? "saved" : "pending", at: Date.now() });
    } catch (error) {
      this.state.set({ kind: "failed", at: this.state.get().at, error });
    }
  }
}
