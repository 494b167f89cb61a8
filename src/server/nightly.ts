const dayMs = 86_400_000;
const hourMs = 3_600_000;
const againMs = 10 * 60_000;

/**
 * Runs something every night at that hour, UTC; again ten minutes later where it could not be done ("again") or failed.
 * Gives the way to stop.
 */
export function nightly(parts: {
  readonly hour: number;
  readonly run: () => Promise<"done" | "again">;
  readonly onFailure: (error: unknown) => void;
}): () => void {
  const { hour, run, onFailure } = parts;
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const runIn = (ms: number) => {
    if (isStopped) return;
    timer = setTimeout(() => void once(), ms);
    timer.unref();
  };
  const tillNight = () => (hour * hourMs + dayMs - (Date.now() % dayMs)) % dayMs || dayMs;
  async function once(): Promise<void> {
    try {
      runIn((await run()) === "done" ? tillNight() : againMs);
    } catch (error) {
      onFailure(error);
      runIn(againMs);
    }
  }
  runIn(tillNight());
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
