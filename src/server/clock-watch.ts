/** Smaller differences are corrections that every machine makes. */
const leastJumpMs = 60_000;

export interface ClockJump {
  /** The time of the clock after it, milliseconds since 1970. */
  readonly at: number;
  /** Negative: set back. */
  readonly ms: number;
}

/** Notices when the clock is set, or the machine slept: compares it with one that nobody can set. */
export class ClockWatch {
  readonly #now: () => Date;
  readonly #steady: () => number;
  #offset: number;
  #last: ClockJump | undefined;

  constructor(now: () => Date, steady: () => number = () => performance.now()) {
    this.#now = now;
    this.#steady = steady;
    this.#offset = now().getTime() - steady();
  }

  /** The jump since the last look, if there was one. */
  look(): ClockJump | undefined {
    const at = this.#now().getTime();
    const offset = at - this.#steady();
    const ms = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(ms) < leastJumpMs) return undefined;
    this.#last = { at, ms };
    return this.#last;
  }

  /** The last jump since the start. */
  get last(): ClockJump | undefined {
    return this.#last;
  }
}
