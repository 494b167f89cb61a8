import { useEffect, useEffectEvent, useState } from "react";

/** Pressing the button during a pause of at most this long signs in automatically at its end. Milliseconds. */
const shortMs = 60_000;

/**
 * Counts down until the service accepts another attempt. Then calls `retry` if the user pressed Enter meanwhile and the
 * pause was short.
 */
export function useThrottle(retry: () => void) {
  const [until, setUntil] = useState<number>();
  const [submission, setSubmission] = useState<"none" | "goes-on" | "too-early">("none");
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => {
      setNow(performance.now());
      if (performance.now() >= until) setUntil(undefined);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const goOn = useEffectEvent(retry);
  useEffect(() => {
    if (until === undefined && submission === "goes-on") goOn();
  }, [until, submission]);
  const secondsLeft = until === undefined ? 0 : Math.max(1, Math.ceil((until - now) / 1000));
  return {
    secondsLeft,
    submission: until === undefined ? "none" : submission,
    /** The user pressed Enter during the pause. */
    press() {
      setSubmission(until !== undefined && until - performance.now() <= shortMs ? "goes-on" : "too-early");
    },
    waitFor(ms: number) {
      setSubmission("none");
      setNow(performance.now());
      setUntil(performance.now() + ms);
    },
  };
}

/** "4 min 05 s", "12 s". */
export function spokenWait(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60).padStart(2, "0")} s`;
}
