/** Limits concurrency; further work waits in order. Work whose signal was aborted never starts. */
export function fewAtATime(most: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running < most) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }

  function done(): void {
    const next = waiting.shift();
    // The slot passes directly to the next one.
    if (next) next();
    else running -= 1;
  }

  return async (work, signal) => {
    await turn();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      done();
    }
  };
}
