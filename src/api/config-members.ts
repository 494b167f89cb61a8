import type { OperationKey } from "#room/contract/registry.ts";

export interface ServiceConfig {
  /** Prefix of every route; empty for the same origin. */
  readonly apiBase: string;
  /** Whether a repeated event gets the same answer as the first time, without a second invoice. */
  readonly repeatedEvents: "safe" | "unknown";
  /** The extensions the service lists that this user has the right to, once that is known; others are tried, and hidden after a 404 or 405. */
  readonly extensions: readonly OperationKey[];
  /** Their wire names. */
  readonly extensionNames: readonly string[];
  readonly limits: ServiceLimits;
  readonly signIn: SignInWays;
  /** False: without a mail service, messages reach only this service's own mailboxes. Undefined: it does not say. */
  readonly reachesOutside?: boolean | undefined;
  /** Of the clinic, by whose days the service counts. Empty: it does not say. */
  readonly timeZone: string;
  readonly version?: string | undefined;
  /** This browser sent no session: nobody is signed in, so there is no need to ask. */
  readonly signedOut: boolean;
  readonly demo: boolean;
  /** Changes with each start of a demo; data this browser kept for one demo is not shown in the next. */
  readonly demoId?: string | undefined;
  /** The demo covers an empty store and can be ended to set it up. */
  readonly lookAround?: boolean | undefined;
  /** Nobody has opened the setup link of this new server. */
  readonly awaitsSetup?: boolean | undefined;
}

/** Sizes in bytes. Undefined: the service does not say. */
export interface ServiceLimits {
  readonly sendMessageBody?: number | undefined;
  readonly attachment?: number | undefined;
  readonly subject?: number | undefined;
  /** Idle session life in milliseconds. */
  readonly sessionIdleMs?: number | undefined;
}

export interface SignInWays {
  readonly credentials: boolean;
  readonly digest: boolean;
  /** Whether the service can keep a session after the browser is closed. */
  readonly rememberMe: boolean;
  /** Whether a passkey can be the only step of a sign-in. */
  readonly passkeys: boolean;
  /** OpenID Connect providers: the name for `provider`, and the button's label. */
  readonly providers: readonly { readonly name: string; readonly label: string }[];
}

export const defaultConfig: ServiceConfig = {
  apiBase: "",
  repeatedEvents: "unknown",
  extensions: [],
  extensionNames: [],
  limits: {},
  signIn: { credentials: true, digest: false, rememberMe: true, passkeys: false, providers: [] },
  timeZone: "",
  signedOut: false,
  demo: false,
};
