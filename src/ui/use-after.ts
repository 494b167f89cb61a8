import { useEffect, useState } from "react";

/** True once what this stands for has been so for that many milliseconds. */
export function useAfter(ms: number, isSo = true): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setPast(true), ms);
    return () => {
      clearTimeout(timer);
      setPast(false);
    };
  }, [ms, isSo]);
  return isPast && isSo;
}
