import type { FastifyBaseLogger } from "fastify";
import type { AuditTrail } from "./audit/audit-trail.ts";
import type { ChangeWatch } from "./change-watch.ts";
import type { SentBase64 } from "./http/long-texts.ts";
import type { OperationKey, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { Keyring } from "./keys/keyring.ts";
import type { LookAround } from "./look-around.ts";
import type { FirstRun } from "./sessions/first-run.ts";
import type { SessionInfo, Sessions } from "./sessions/sessions.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store/store.ts";

/** What the whole server shares: made once, at start. */
export interface ServerParts {
  readonly store: Store;
  readonly settings: Settings;
  readonly sessions: Sessions;
  /** What programs call by. */
  readonly keys: Keyring;
  readonly audit: AuditTrail;
  /** Lets a call wait until a visit changes. */
  readonly changes: ChangeWatch;
  /** Identity providers by the name that Auth's `provider` has, lower case. */
  readonly openId: ReadonlyMap<string, OpenIdProvider>;
  /** While nobody is there who may sign in. */
  readonly firstRun: FirstRun | undefined;
  /** Before the clinic is set up. */
  readonly lookAround: LookAround | undefined;
  /** The clock; tests set it. */
  readonly now: () => Date;
}

/** The session id as this request carried it, and by which way. */
export interface PresentedSession {
  readonly id: string;
  readonly by: "cookie" | "header";
}

/** What sign-in needs of the transport, and nothing else does. */
export interface SessionTransport {
  presented(): PresentedSession | undefined;
  /** Sends the session cookie; without seconds it ends with the browser. */
  setCookie(sessionId: string, seconds: number | undefined): void;
  clearCookie(): void;
  /** What marks this browser between the way to an identity provider and the way back. */
  browserMark(): string | undefined;
  setBrowserMark(mark: string, seconds: number): void;
  /** What names the sign-in that waits for its second step, in this browser. */
  factorHandle(): string | undefined;
  /** With no seconds it is forgotten. */
  setFactorHandle(handle: string, seconds: number): void;
  /** Throws the 403 of a request that a page of another origin had the browser send. */
  checkOwnOrigin(): void;
  /** True for a request that the script of a page made (browsers mark those). */
  isFromPage(): boolean;
  /** By which browser, on which system: "Firefox on Windows". */
  browserName(): string;
  /** Where browsers reach this server, as `https://console.example`. */
  origin(): string;
}

/** What a handler is given beside the request. */
export interface HandlerContext extends ServerParts {
  /**
   * Who asks, where the operation needs a session (all but Auth and messaging, which carries its key in the body:
   * `sessions.lookUp(request.sessionKey)`). Undefined when the operation was opened by a setting and nobody signed in.
   */
  readonly session: SessionInfo | undefined;
  readonly requestId: string;
  readonly remoteAddress: string;
  /** Never logs patient data, passwords or keys: the caller sees to that. */
  readonly log: FastifyBaseLogger;
  readonly transport: SessionTransport;
  /** What the base64 texts of the request stand for: in a large request a long one is a mark. */
  readonly sent: Pick<SentBase64, "size" | "bytes">;
  /**
   * Stands in the answer for text of that length in signs of base64, which is read and written out only while the
   * answer leaves, as fast as the other side takes it.
   */
  later(length: number, read: () => AsyncIterable<string>): string;
}

/**
 * Answers one operation. The request was parsed by its schema; the answer is parsed by its schema before it leaves.
 * Failures are thrown as Refusal, or returned by `registry[key].faults.write` in the messaging operations.
 */
export type Handler<K extends OperationKey> = (
  request: RequestOf<K>,
  context: HandlerContext,
) => Promise<ResponseOf<K>>;

/** Answers Auth for one value of `provider`. */
export type Provider = Handler<"authenticate">;

/** An identity provider of the settings. */
export interface OpenIdProvider {
  readonly authenticate: Provider;
  /** Where the browser ends its session there, if the provider has such a place. Never throws. */
  endAddress(idToken: string, context: HandlerContext): Promise<string | undefined>;
}

export type Handlers = { readonly [K in OperationKey]: Handler<K> };
