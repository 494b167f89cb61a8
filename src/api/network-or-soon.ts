const soonMs = 3000;

/** Resolves when the network is back, or after a few seconds. */
export function networkOrSoon(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, soonMs);
    addEventListener("online", go);
  });
}
