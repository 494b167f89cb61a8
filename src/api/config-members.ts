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
