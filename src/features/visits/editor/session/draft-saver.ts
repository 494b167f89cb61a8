import type { DraftEvent } from "#room/billing/draft-event.ts";
import { Signal } from "#room/features/visits/editor/validation/signal.ts";

export type SaveDraft = (event: DraftEvent) => Promise<void>;

export interface SaveState {
  readonly kind: "saved" | "pending" | "failed";
  /** Milliseconds since 1970 of the last save in this session; 0 before the first. */
  readonly at: number;
  readonly error?: unknown;
}

/** Counted from the first change that is not saved, so that typing without a pause is saved too. */
const waitMs = 380;

/** Keeps the draft in the workspace: within half a second of the last key, one write at a time. */
export class DraftSaver {
  readonly #event: () => DraftEvent;
  #save: SaveDraft | undefined;
  readonly state = new Signal<SaveState>({ kind: "saved", at: 0 });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(event: () => DraftEvent) {
    this.#event = event;
  }

  /** Where the draft goes from now on. */
  use(save: SaveDraft): void {
    this.#save = save;
  }

  /** Something changed. */
  soon(): void {
    if (this.state.get().kind !== "pending") this.state.set({ kind: "pending", at: this.state.get().at });
    this.#timer ??= setTimeout(() => void this.#write(), waitMs);
  }

  /** Saves now what is not saved yet; resolves when it is. Throws when it cannot be kept. */
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
    // Another change may have set the timer while the last write was under way; it writes the newest anyway.
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
