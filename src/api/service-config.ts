import { useSyncExternalStore } from "react";
import { contractNow, loadContract } from "./contract.ts";
import type { OperationKey } from "#room/contract/registry.ts";

/** What the console may rely on, from `/config.json` beside it. */
export interface ServiceConfig {
  /** Stands before every route; "" for the same origin. */
  readonly apiBase: string;
  /** Whether the service answers a repeated event as the first time, without a second invoice. */
  readonly repeatedEvents: "safe" | "unknown";
  /** The extensions that the service says it has; what is not listed is tried, and hidden after a 404 or 405. */
  readonly extensions: readonly OperationKey[];
  /** Their names on the wire. */
  readonly extensionNames: readonly string[];
  readonly limits: ServiceLimits;
  readonly signIn: SignInWays;
  readonly version?: string | undefined;
  /** This browser brought no session when it asked: nobody is signed in, and the service need not be asked. */
  readonly signedOut: boolean;
  /** Throw-away data: said on every page. */
  readonly demo: boolean;
  /** Another at each start of a demo; what a browser keeps for one demo is not shown in the next. */
  readonly demoId?: string | undefined;
  /** The demo stands in front of an empty store, and can be ended for it. */
  readonly lookAround?: boolean | undefined;
}

/** Sizes in bytes. Undefined: the service does not say. */
export interface ServiceLimits {
  readonly sendMessageBody?: number | undefined;
  readonly chargeVisitBody?: number | undefined;
  readonly attachment?: number | undefined;
  readonly subject?: number | undefined;
  /** Idle session life in milliseconds. */
  readonly sessionIdleMs?: number | undefined;
}

export interface SignInWays {
  readonly credentials: boolean;
  readonly digest: boolean;
  /** Whether the service keeps a session beyond the closing of the browser when asked to. */
  readonly rememberMe: boolean;
  /** Whether a passkey can be the only step of a sign-in. */
  readonly passkeys: boolean;
  /** OpenID Connect providers: the name for `provider` and what the button says. */
  readonly providers: readonly { readonly name: string; readonly label: string }[];
}

export const defaultConfig: ServiceConfig = {
  apiBase: "",
  repeatedEvents: "unknown",
  extensions: [],
  extensionNames: [],
  limits: {},
  signIn: { credentials: true, digest: false, rememberMe: true, passkeys: false, providers: [] },
  signedOut: false,
  demo: false,
};

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" ? { ...value } : {};
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
const flagOf = (value: unknown) => (typeof value === "boolean" ? value : undefined);
const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function providersOf(value: unknown): SignInWays["providers"] {
  return listOf(value).flatMap((each) => {
    const { name, label } = membersOf(each);
    return typeof name === "string" ? [{ name, label: textOf(label) ?? name }] : [];
  });
}

/** Reads the file's text; whatever is absent or unknown takes the careful default. Sign-in waits for it, so it is not zod. */
export function parseConfig(text: string): ServiceConfig {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return defaultConfig;
  }
  const file = membersOf(json);
  const limits = membersOf(file["limits"]);
  const signIn = membersOf(file["signIn"]);
  const extensionNames = listOf(file["extensions"]).filter((name) => typeof name === "string");
  const { signIn: usual } = defaultConfig;
  return {
    apiBase: (textOf(file["apiBase"]) ?? "").replace(/\/+$/, ""),
    repeatedEvents: file["repeatedEvents"] === "safe" ? "safe" : "unknown",
    extensions: keysOf(extensionNames),
    extensionNames,
    limits: {
      sendMessageBody: numberOf(limits["sendMessageBody"]),
      chargeVisitBody: numberOf(limits["chargeVisitBody"]),
      attachment: numberOf(limits["attachment"]),
      subject: numberOf(limits["subject"]),
      sessionIdleMs: numberOf(limits["sessionIdleMs"]),
    },
    signIn: {
      credentials: flagOf(signIn["credentials"]) ?? usual.credentials,
      digest: flagOf(signIn["digest"]) ?? usual.digest,
      rememberMe: flagOf(signIn["rememberMe"]) ?? usual.rememberMe,
      passkeys: flagOf(signIn["passkeys"]) ?? usual.passkeys,
      providers: providersOf(signIn["providers"]),
    },
    version: textOf(file["version"]),
    signedOut: flagOf(file["signedOut"]) ?? false,
    demo: flagOf(file["demo"]) ?? false,
    demoId: textOf(file["demoId"]),
    lookAround: flagOf(file["lookAround"]),
  };
}

/** None before the contract is loaded: nothing can be called until then. */
function keysOf(names: readonly string[]): OperationKey[] {
  const contract = contractNow();
  return contract?.operationKeys.filter((key) => names.includes(contract.registry[key].name)) ?? [];
}

/**
 * Of the extensions only those are left that this person may use: what has no extension of the service does without,
 * and so does who may not use it.
 */
export function narrowExtensions(rights: readonly string[]): void {
  const contract = contractNow();
  const extensions = keysOf(current.extensionNames).filter((key) => {
    const right = contract?.registry[key].right ?? "anyone";
    return right === "anyone" || right === "signed-in" || rights.includes(right);
  });
  setServiceConfig({ ...current, extensions });
}

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
