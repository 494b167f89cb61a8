/**
 * Does work again and again, with a pause after each run. One that fails is told to `onFailure`, and ends nothing. The
 * returned function stops it, and resolves after the run in progress.
 */
export function repeat({
  work,
  firstMs = 0,
  pauseMs,
  onFailure,
}: {
  readonly work: () => unknown;
  readonly firstMs?: number;
  readonly pauseMs: (hasFailed: boolean) => number;
  readonly onFailure: (error: unknown) => void;
}): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const runIn = (ms: number) => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = once();
    }, ms);
    timer.unref();
  };
  async function once(): Promise<void> {
    let hasFailed = false;
    try {
      await work();
    } catch (error) {
      hasFailed = true;
      onFailure(error);
    }
    runIn(pauseMs(hasFailed));
  }
  if (firstMs === 0) running = once();
  else runIn(firstMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
