import { Listeners } from "./listeners.ts";

/** A value outside React's render that tells its readers when it changes; `get` and `subscribe` fit useSyncExternalStore. */
export class Signal<T> {
  #value: T;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.add;

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly set = (value: T): void => {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#listeners.tell();
  };
}
