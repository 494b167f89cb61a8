interface Request {
  /** The requesting tab, if the test distinguishes tabs. */
  readonly owner: object | undefined;
  readonly run: (lock: Lock | null) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Held {
  readonly request: Request;
}

/** Web Locks for tests in Node 20, which lacks them: exclusive locks, `ifAvailable`, `steal` and `signal`. */
export class InProcessLocks {
  readonly #held = new Map<string, Held>();
  readonly #waiting = new Map<string, Request[]>();

  /** The lock manager of one tab. */
  of(owner: object) {
    return { request: (name: string, ...rest: unknown[]) => this.#ask(owner, name, rest) };
  }

  request(name: string, ...rest: unknown[]): Promise<unknown> {
    return this.#ask(undefined, name, rest);
  }

  #ask(owner: object | undefined, name: string, rest: readonly unknown[]): Promise<unknown> {
    const run = rest.at(-1) as Request["run"]; // the callback is last
    const options = (rest.length > 1 ? rest[0] : {}) as LockOptions; // options may come before it
    return new Promise((resolve, reject) => {
      const request: Request = { owner, run, resolve, reject };
      if (options.signal?.aborted) {
        reject(options.signal.reason);
        return;
      }
      if (options.steal) {
        this.#held.get(name)?.request.reject(new DOMException("Stolen", "AbortError"));
        this.#grant(name, request);
        return;
      }
      if (!this.#held.has(name)) this.#grant(name, request);
      else if (options.ifAvailable) this.#call(request, null);
      else {
        const queue = this.#waiting.get(name) ?? [];
        this.#waiting.set(name, [...queue, request]);
        options.signal?.addEventListener("abort", () => {
          const now = this.#waiting.get(name) ?? [];
          if (!now.includes(request)) return;
          this.#waiting.set(
            name,
            now.filter((each) => each !== request),
          );
          reject(options.signal?.reason);
        });
      }
    });
  }

  /**
   * As when a tab crashes: its locks are released, and nothing the tab started is notified. Other tabs' locks stay
   * held.
   */
  abandon(name: string, owner?: object): void {
    if (owner && this.#held.get(name)?.request.owner !== owner) return;
    this.#held.delete(name);
    this.#next(name);
  }

  #call(request: Request, lock: Lock | null): Promise<void> {
    const done = async () => request.run(lock);
    return done().then(request.resolve, request.reject);
  }

  #grant(name: string, request: Request): void {
    const held: Held = { request };
    this.#held.set(name, held);
    void this.#hold(name, held);
  }

  async #hold(name: string, held: Held): Promise<void> {
    await this.#call(held.request, { name, mode: "exclusive" });
    if (this.#held.get(name) !== held) return;
    this.#held.delete(name);
    this.#next(name);
  }

  #next(name: string): void {
    const [next, ...others] = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, others);
    if (next) this.#grant(name, next);
  }
}
