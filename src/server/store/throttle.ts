/** A count of failures in a window of time. */
export interface ThrottleCount {
  readonly hits: number;
  /** When the window began, milliseconds since 1970. */
  readonly windowStartedAt: number;
}

/** Counts that hold across processes: failed sign-ins by user name and by address. */
export interface Throttle {
  /** Adds one; the count starts anew when the window is over. Atomic. */
  hit(key: string, now: number, windowMs: number): Promise<ThrottleCount>;
  /** The count as it stands; zero hits when there is none or its window is over. */
  peek(key: string, now: number, windowMs: number): Promise<ThrottleCount>;
  clear(key: string): Promise<void>;
  /** Forgets counts whose window began before that instant. */
  forgetBefore(instant: number): Promise<void>;
}
