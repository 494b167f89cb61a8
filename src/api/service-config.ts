import { useSyncExternalStore } from "react";
import { loadContract } from "./contract.ts";
import { type ServiceConfig, defaultConfig } from "./config-members.ts";
import { keysOf, parseConfig } from "./parse-config.ts";

let current = defaultConfig;
let loadedAt = 0;
/** So long nobody can have signed in elsewhere without this page being in the way. Milliseconds. */
const freshMs = 5000;
const listeners = new Set<() => void>();

/** The configuration as it is known now; the defaults before it was read. */
export function serviceConfig(): ServiceConfig {
  return current;
}

/** True once, right after the page was loaded, when the configuration said that this browser has no session. */
export function isKnownSignedOut(): boolean {
  const isKnown = current.signedOut && performance.now() - loadedAt < freshMs;
  forgetSignedOut();
  return isKnown;
}

/** A sign-in on this page: what the configuration said of the browser before it holds no longer. */
export function forgetSignedOut(): void {
  current = { ...current, signedOut: false };
}

/** For tests and for hosts that know it already. */
export function setServiceConfig(config: ServiceConfig): void {
  current = config;
  for (const listener of listeners) listener();
}

/** The contract is loaded: the names of the extensions are those of operations now. */
export function nameExtensions(): void {
  setServiceConfig({ ...current, extensions: keysOf(current.extensionNames) });
}

/** Fetches `/config.json` once at start. A console without one works with the careful defaults. */
export async function loadServiceConfig(): Promise<ServiceConfig> {
  try {
    const answer = await fetch("/config.json", {
      headers: { Accept: "application/json" },
      cache: "no-cache",
      signal: AbortSignal.timeout(10_000),
    });
    loadedAt = performance.now();
    if (answer.ok) setServiceConfig(parseConfig(await answer.text()));
    // Who has a session calls an operation next.
    if (current.signedOut) return current;
    await loadContract();
    nameExtensions();
  } catch {
    // Offline at start: the defaults are the careful choice.
  }
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useServiceConfig(): ServiceConfig {
  return useSyncExternalStore(subscribe, serviceConfig);
}
