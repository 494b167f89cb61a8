const soonMs = 3000;

/** Resolves when the network is back, or after a few seconds, or when the signal is aborted. */
export function networkOrSoon(ms = soonMs, signal?: AbortSignal): Promise<void> {
  if (ms === 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      signal?.removeEventListener("abort", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    signal?.addEventListener("abort", go);
  });
}
