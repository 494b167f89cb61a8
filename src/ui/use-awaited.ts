import { useEffect, useState } from "react";

/**
 * What a promise brings; undefined until then, and again when `begin` is another function. Its signal is aborted once
 * nobody waits for it.
 */
export function useAwaited<T>(begin: (signal: AbortSignal) => Promise<T>): T | undefined {
  const [come, setCome] = useState<{ readonly begin: typeof begin; readonly value: T }>();
  useEffect(() => {
    const over = new AbortController();
    void begin(over.signal).then((value) => over.signal.aborted || setCome({ begin, value }));
    return () => over.abort();
  }, [begin]);
  return come?.begin === begin ? come.value : undefined;
}
