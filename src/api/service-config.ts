import { Listeners } from "#room/signals/listeners.ts";
import { useSyncExternalStore } from "react";
import { isFailing } from "#room/contract/service-away.ts";
import { loadContract } from "./contract.ts";
import { type ServiceConfig, defaultConfig } from "./config-members.ts";
import { keysOf, parseConfig } from "./parse-config.ts";

let current = defaultConfig;
let loadedAt = 0;
/** For this long nobody can have signed in elsewhere. Milliseconds. */
const freshMs = 5000;
const listeners = new Listeners();

/** The current configuration; the defaults until it is loaded. */
export function serviceConfig(): ServiceConfig {
  return current;
}

/** True once, right after page load, when the configuration said this browser has no session. */
export function isKnownSignedOut(): boolean {
  const isKnown = current.signedOut && performance.now() - loadedAt < freshMs;
  forgetSignedOut();
  return isKnown;
}

/** After a sign-in on this page, the earlier answer no longer applies. */
export function forgetSignedOut(): void {
  current = { ...current, signedOut: false };
}

/** For tests, and hosts that know it already. */
export function setServiceConfig(config: ServiceConfig): void {
  current = config;
  listeners.tell();
}

/** Called when the contract is loaded: maps extension names to operations. */
export function nameExtensions(): void {
  setServiceConfig({ ...current, extensions: keysOf(current.extensionNames) });
}

/**
 * Fetches `/config.json` once at start, and the contract. Without the file the console uses safe defaults. Returns false
 * when the service is down.
 */
export async function loadServiceConfig(): Promise<boolean> {
  try {
    const answer = await fetch("/config.json", {
      headers: { Accept: "application/json" },
      cache: "no-cache",
      signal: AbortSignal.timeout(10_000),
    });
    if (isFailing(answer.status)) return false;
    loadedAt = performance.now();
    if (answer.ok) setServiceConfig(parseConfig(await answer.text()));
    // With a session, the next step is a call.
    if (current.signedOut) return true;
    await loadContract();
    nameExtensions();
    return true;
  } catch {
    return false;
  }
}

const subscribe = listeners.add;

export function useServiceConfig(): ServiceConfig {
  return useSyncExternalStore(subscribe, serviceConfig);
}
