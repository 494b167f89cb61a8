export interface IdleWatchOptions {
  /** Milliseconds without a sign of a person until the end. */
  limitMs: number;
  /** How long before the end the warning comes. */
  warnMs: number;
  now: () => number;
  /** Told at every change of what is left: undefined while all is well, else whole seconds until the end. */
  onWarn: (secondsLeft: number | undefined) => void;
  onEnd: () => void;
}

/**
 * Counts the time since a person last typed or pointed. It compares clock readings and does not count ticks, so a
 * machine that slept finds the end already past when it wakes.
 */
export function createIdleWatch({ limitMs, warnMs, now, onWarn, onEnd }: IdleWatchOptions) {
  let last = now();
  let isEnded = false;
  let warned: number | undefined;
  const warn = (secondsLeft: number | undefined) => {
    if (secondsLeft === warned) return;
    warned = secondsLeft;
    onWarn(secondsLeft);
  };
  return {
    /** A person did something. Does nothing once the end has come: that takes a password. */
    touch(): void {
      if (isEnded) return;
      this.check();
      if (isEnded) return;
      last = now();
      warn(undefined);
    },
    /** Looks at the clock; call it every second and when the page comes back into sight. */
    check(): void {
      if (isEnded) return;
      const left = last + limitMs - now();
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
      last = now();
      warn(undefined);
    },
  };
}

export type IdleWatch = ReturnType<typeof createIdleWatch>;
