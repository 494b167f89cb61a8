import { newestChunks } from "./newest-chunks.ts";

const againMs = 3000;

function networkOrSoon(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, againMs);
    addEventListener("online", go);
  });
}

/**
 * Imports code, waiting for the network while offline and for the service while it cannot be reached. Throws when the
 * service answers but does not have the file.
 */
export async function loadCode<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && (await newestChunks()) !== undefined)
        // Not the browser's own message, which would make the router reload the page without asking.
        throw new Error("A dynamically imported module is missing", { cause: error });
    }
    await networkOrSoon();
  }
}
