import { useEffect } from "react";

/** The browser asks before a reload, or before the page is closed, while something would be lost by it. */
export function useAskBeforeLeaving(mustAsk: boolean): void {
  useEffect(() => {
    if (!mustAsk) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [mustAsk]);
}
