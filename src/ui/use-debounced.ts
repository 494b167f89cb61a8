import { useEffect, useState } from "react";
import { afterPress } from "./after-press.ts";

/** The value once it has stayed the same for this long, and no press is under way; before that, the earlier one. */
export function useDebounced<Value, Start>(value: Value, restMs: number, start: Start): Value | Start {
  const [rested, setRested] = useState<Value | Start>(start);
  useEffect(() => {
    const timer = setTimeout(() => afterPress(() => setRested(value)), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
