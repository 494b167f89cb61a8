import { Signal } from "#room/features/visits/editor/validation/signal.ts";

export interface Looked {
  /** The user has tried to send: from then on every fault shows. */
  readonly hasSubmitted: boolean;
  /** Fields that were typed in or left. */
  readonly touched: ReadonlySet<string>;
}

/**
 * What the user has seen of a visit: a new one shows no errors on fields that were not touched, until the user tries to
 * send.
 */
export class FirstLook {
  readonly #isNew: boolean;
  readonly #signal = new Signal<Looked>({ hasSubmitted: false, touched: new Set() });
  readonly subscribe = this.#signal.subscribe;
  readonly get = this.#signal.get;

  constructor(isNew: boolean) {
    this.#isNew = isNew;
  }

  touch(path: string): void {
    const { hasSubmitted, touched } = this.#signal.get();
    if (this.#isNew && !touched.has(path))
      this.#signal.set({ hasSubmitted, touched: new Set([...touched, path]) });
  }

  ask(): void {
    if (!this.#signal.get().hasSubmitted) this.#signal.set({ ...this.#signal.get(), hasSubmitted: true });
  }

  shows(path: string): boolean {
    const { hasSubmitted, touched } = this.#signal.get();
    return !this.#isNew || hasSubmitted || touched.has(path);
  }
}
