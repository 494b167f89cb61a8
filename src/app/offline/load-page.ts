import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";
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

/**
 * Imports a module, waiting for the network while offline. Throws when the service answers but does not have the file.
 */
async function imported<Module>(load: () => Promise<Module>): Promise<Module> {
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

/** A lazily loaded page; offline, it loads by itself once the network is back. */
export function loadPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => imported(load), name);
}

/** Stands where a part of a page would, whose build has gone. */
function Nothing() {
  return null;
}

/** A part that a page does without: it comes when its code has come, and the page stands meanwhile. */
export function loadPart<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => {
    const module = await imported(load).catch(() => undefined);
    return { default: module?.[name] ?? Nothing };
  });
}
