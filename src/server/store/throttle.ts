/** The number of failures in a time window. */
export interface ThrottleCount {
  readonly hits: number;
  /** Start of the window, in milliseconds since 1970. */
  readonly windowStartedAt: number;
}

/** Counters shared by all processes: failed sign-ins by user name and by address. */
export interface Throttle {
  /** Increments; the count restarts when the window has passed. Atomic. */
  hit(key: string, now: number, windowMs: number): Promise<ThrottleCount>;
  /** The current count; zero hits when there is none or its window has passed. */
  peek(key: string, now: number, windowMs: number): Promise<ThrottleCount>;
  clear(key: string): Promise<void>;
  /** Deletes counts whose window began before that instant. */
  forgetBefore(instant: number): Promise<void>;
}
