export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>();

  readonly add = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  readonly tell = (...told: Told): void => {
    for (const listener of this.#all) listener(...told);
  };

  readonly clear = (): void => this.#all.clear();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }
}
