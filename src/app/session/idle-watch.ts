export interface IdleWatchOptions {
  /** Milliseconds of inactivity until the end. */
  limitMs: number;
  /** How long before the end the warning appears. */
  warnMs: number;
  now: () => number;
  /** Called whenever the remaining time changes: undefined while not warning, else whole seconds. */
  onWarn: (secondsLeft: number | undefined) => void;
  onEnd: () => void;
}

/**
 * Measures the time since the user last typed or pointed. Compares clock readings instead of counting ticks, so that a
 * computer that slept notices on waking.
 */
export function createIdleWatch({ limitMs, warnMs, now, onWarn, onEnd }: IdleWatchOptions) {
  let seen = now();
  let idleMs = 0;
  let isEnded = false;
  let warned: number | undefined;
  const warn = (secondsLeft: number | undefined) => {
    if (secondsLeft === warned) return;
    warned = secondsLeft;
    onWarn(secondsLeft);
  };
  return {
    /** The user did something. Ignored after the end, which requires a password. */
    touch(): void {
      if (isEnded) return;
      this.check();
      if (isEnded) return;
      idleMs = 0;
      warn(undefined);
    },
    /** Checks the clock; call it every second and when the page becomes visible. */
    check(): void {
      if (isEnded) return;
      const at = now();
      // A clock that was set back adds nothing, and takes nothing away.
      idleMs += Math.max(0, at - seen);
      seen = at;
      const left = limitMs - idleMs;
      if (left <= 0) {
        isEnded = true;
        warn(undefined);
        onEnd();
      } else {
        warn(left <= warnMs ? Math.ceil(left / 1000) : undefined);
      }
    },
    restart(): void {
      isEnded = false;
      seen = now();
      idleMs = 0;
      warn(undefined);
    },
  };
}

export type IdleWatch = ReturnType<typeof createIdleWatch>;
