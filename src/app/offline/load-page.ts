import { lazyRouteComponent } from "@tanstack/react-router";
import { newestChunks } from "./chunks.ts";

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

/** Imports, and waits for the network as long as it is away. Throws when the service answers and has not this file. */
async function imported<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && (await newestChunks()) !== undefined)
        // Not the browser's own words, at which the router would load the page anew without asking.
        throw new Error("A dynamically imported module is missing", { cause: error });
    }
    await networkOrSoon();
  }
}

/** A page whose code comes when it is asked for; without a network it comes by itself when that is back. */
export function loadPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => imported(load), name);
}
