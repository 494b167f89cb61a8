import { useEffect, useState } from "react";

/** Counts down to the moment from which the service takes another try. */
export function useThrottle() {
  const [until, setUntil] = useState<number>();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(undefined);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const secondsLeft = until === undefined ? 0 : Math.max(1, Math.ceil((until - now) / 1000));
  return {
    secondsLeft,
    until,
    waitFor(ms: number) {
      setNow(Date.now());
      setUntil(Date.now() + ms);
    },
  };
}

/** "4 min 05 s", "12 s". */
export function spokenWait(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60).padStart(2, "0")} s`;
}
