import { isOutdated, newestChunks } from "#room/api/newest-chunks.ts";

const loaded = new Set<string>();

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 200);
  });
}

/** The module stays in the page itself, so that no update or cleared cache removes it. */
function loadModule(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = path;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error("not loaded"));
    });
    document.head.append(link);
  });
}

async function loadIntoCache(path: string): Promise<void> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(30_000) });
  await answer.arrayBuffer();
}

/**
 * Loads all files of this version one by one when idle, so that every page opens offline, and an update that removes
 * old files breaks no open console. Failed ones are retried next time. There is no service worker: a page reloaded
 * offline could not open the workspace, whose key needs the service's session.
 */
export async function preloadPages(signal: AbortSignal): Promise<void> {
  const chunks = await newestChunks();
  // Another build's files are of no use to this page.
  if (!chunks || isOutdated(chunks)) return;
  for (const path of chunks) {
    if (signal.aborted || !navigator.onLine) return;
    if (loaded.has(path)) continue;
    await whenIdle();
    const isModule = path.endsWith(".js") && !path.includes(".worker");
    try {
      await (isModule ? loadModule(path) : loadIntoCache(path));
      loaded.add(path);
    } catch {
      // Retried when the network is back.
    }
  }
}
