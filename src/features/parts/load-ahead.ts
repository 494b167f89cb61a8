const waiting: (() => Promise<unknown>)[] = [];
let isStarted = false;
let isRunning = false;

/** Resolves when the browser has nothing more urgent to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 200);
  });
}

async function run(): Promise<void> {
  if (!isStarted || isRunning) return;
  isRunning = true;
  for (let load = waiting.shift(); load; load = waiting.shift()) {
    await whenIdle();
    await load();
  }
  isRunning = false;
}

/** Loads code before it is asked for, so that whoever asks does not wait: one file after the other, in idle time. */
export function loadAhead(load: () => Promise<unknown>): void {
  waiting.push(load);
  void run();
}

/** Called once the first page is shown: nothing is loaded ahead of what that needs. */
export function startLoadingAhead(): void {
  isStarted = true;
  void run();
}
