import { Signal } from "#room/signals/signal.ts";

export interface SaveState {
  readonly kind: "saved" | "pending" | "failed";
  /** Milliseconds since 1970 of the last save in this session; 0 before the first. */
  readonly at: number;
  readonly error?: unknown;
}

/** Between two saves while changes go on, so that continuous typing is saved too. */
const waitMs = 380;

/**
 * Saves what is typed, one write at a time: the first change at once, since the page may be left right after it, and
 * those that follow it within half a second.
 */
export class Saver {
  #save: (() => Promise<unknown>) | undefined;
  readonly state = new Signal<SaveState>({ kind: "saved", at: 0 });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** When the last write began, in milliseconds since 1970. */
  #began = 0;

  /** Sets how it is saved from now on, changes made before included. */
  use(save: () => Promise<unknown>): void {
    this.#save = save;
    if (this.state.get().kind === "pending") this.soon();
  }

  /** Changes wait, unsaved, until `use` or the returned function says how they are saved. */
  hold(): () => void {
    const save = this.#save;
    this.#save = undefined;
    this.soon();
    return () => {
      if (save) this.use(save);
    };
  }

  soon(): void {
    if (this.state.get().kind !== "pending") this.state.set({ kind: "pending", at: this.state.get().at });
    const isFirst = Date.now() - this.#began >= waitMs;
    this.#timer ??= setTimeout(() => void this.#write(), isFirst ? 0 : waitMs);
  }

  /** Saves unsaved changes now; resolves when done. Throws if they cannot be saved. */
  readonly flush = async (): Promise<void> => {
    if (this.#timer !== undefined || this.state.get().kind === "failed") {
      clearTimeout(this.#timer);
      await this.#write();
    }
    await this.#writing;
    const { kind, error } = this.state.get();
    if (kind === "failed") throw error;
  };

  readonly isUnsaved = (): boolean => this.state.get().kind !== "saved";

  readonly fail = (error: unknown): void => {
    this.state.set({ kind: "failed", at: this.state.get().at, error });
  };

  #write(): Promise<void> {
    this.#timer = undefined;
    this.#began = Date.now();
    // Another change may have set the timer during the last write; this writes the latest state anyway.
    this.#writing = this.#writing.then(() => this.#put());
    return this.#writing;
  }

  async #put(): Promise<void> {
    if (!this.#save) return;
    try {
      await this.#save();
      const isLast = this.#timer === undefined;
      this.state.set({ kind: isLast ? "saved" : "pending", at: Date.now() });
    } catch (error) {
      this.fail(error);
    }
  }
}
