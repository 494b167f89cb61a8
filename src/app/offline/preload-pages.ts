import { isOutdated, newestChunks } from "./chunks.ts";

const loaded = new Set<string>();

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 200);
  });
}

/** A module is kept in the page itself, so that no update and no emptied cache takes it away. */
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
 * Loads all that this version has, one file after the other while nothing else is to be done: so that every page opens
 * when the network is away, and an update that removes old files breaks no open console. What failed is asked for again
 * the next time. There is no service worker: a page that is loaded anew offline could not open the workspace, whose key
 * only the service's session opens.
 */
export async function preloadPages(signal: AbortSignal): Promise<void> {
  const chunks = await newestChunks();
  // Files of another build are of no use to this page.
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
      // Asked for again when the network is back.
    }
  }
}
