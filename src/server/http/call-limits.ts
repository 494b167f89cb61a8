import { textIn } from "#room/billing/json-record.ts";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import { addressKey } from "#room/server/sessions/address-key.ts";
import type { HandlerRules } from "#room/server/define-handler.ts";
import type { Settings } from "#room/server/settings.ts";
import { type Refusal, tryAgainIn } from "./refusal.ts";

const minuteMs = 60_000;
/** Callers counted at a time; beyond that, the least recently active is forgotten. */
const maxCallers = 50_000;

/** Auth with a name or a provider is a sign-in; asking who is signed in, and signing out, are not. */
function isSignIn(request: unknown): boolean {
  const name = textIn(request, "provider")?.trim().toLowerCase() ?? "";
  return name === "" ? Boolean(textIn(request, "userName")) : name !== "logout";
}

/** A caller's remaining calls at an instant; refills evenly within a minute. */
interface Allowance {
  left: number;
  at: number;
}

/**
 * Rate limits for expensive operations, per session and per address. Not shown by the interface: the answer is a 429,
 * in messaging too. Counts are per process, so several processes each allow as much.
 */
export class CallLimits {
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #allowances = new Map<string, Allowance>();

  constructor(settings: Settings, now: () => number = () => performance.now()) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Counts a call. Throws the 429 when the session or the address has called too often. */
  take(
    key: OperationKey,
    perMinute: Exclude<HandlerRules["perMinute"], "unbounded">,
    { request, session, address }: LimitedCall,
  ): void {
    const isAuth = registry[key].session === "none";
    if (key === "authenticate" && !isSignIn(request)) return;
    const most = this.#settings[perMinute];
    if (session !== undefined && !isAuth) this.#spend(`${perMinute} session ${session}`, most);
    const ofAddress = isAuth ? most : most * this.#settings.sessionsPerAddress;
    this.#spend(`${perMinute} address ${addressKey(address)}`, ofAddress);
  }

  /** Counts a call with an API key, for any operation. Throws the 429 when it has called too often. */
  takeOfKey(keyId: number): void {
    this.#spend(`key ${keyId}`, this.#settings.keyCallsPerMinute);
  }

  #spend(caller: string, perMinute: number): void {
    const now = this.#now();
    const known = this.#allowances.get(caller);
    const refilled = known ? known.left + ((now - known.at) / minuteMs) * perMinute : perMinute;
    const left = Math.min(perMinute, refilled);
    if (left < 1) throw tooManyCalls(Math.max(1, Math.ceil(((1 - left) / perMinute) * (minuteMs / 1000))));
    // Moved to the end, so that the first is always the least recently active.
    this.#allowances.delete(caller);
    this.#allowances.set(caller, { left: left - 1, at: now });
    if (this.#allowances.size <= maxCallers) return;
    const quietest = this.#allowances.keys().next().value;
    if (quietest !== undefined) this.#allowances.delete(quietest);
  }
}

interface LimitedCall {
  readonly request: unknown;
  /** The session's mark, if known. */
  readonly session: string | undefined;
  readonly address: string;
}

function tooManyCalls(seconds: number): Refusal {
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  const message = `This was asked for too often in the last minute. Nothing was done; try again in ${wait}.`;
  return tryAgainIn(seconds, message, 429);
}
