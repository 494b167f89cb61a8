const dayMs = 86_400_000;
const hourMs = 3_600_000;
const againMs = 10 * 60_000;

/**
 * Runs a task every night at a given hour, UTC, and again ten minutes later if it could not be done ("again") or
 * failed. Returns a function that stops it.
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
