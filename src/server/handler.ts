import type { FastifyBaseLogger } from "fastify";
import type { AuditTrail } from "./audit/audit-trail.ts";
import type { BackupDownloads } from "./backup/backup-downloads.ts";
import type { ChangeWatch } from "./change-watch.ts";
import type { ClockWatch } from "./clock-watch.ts";
import type { OperationKey, registry, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { Keyring } from "./keys/keyring.ts";
import type { LookAround } from "./look-around.ts";
import type { FirstRun } from "./sessions/first-run.ts";
import type { SessionInfo, Sessions } from "./sessions/sessions.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store/store.ts";

/** What the whole server shares: created once, at start. */
export interface ServerParts {
  readonly store: Store;
  readonly settings: Settings;
  readonly sessions: Sessions;
  readonly keys: Keyring;
  readonly audit: AuditTrail;
  readonly changes: ChangeWatch;
  /** Identity providers by the name in Auth's `provider`, in lowercase. */
  readonly openId: ReadonlyMap<string, OpenIdProvider>;
  /** While the store has no users. */
  readonly firstRun: FirstRun | undefined;
  /** Before the clinic is set up. */
  readonly lookAround: LookAround | undefined;
  /** The clock; tests set it. */
  readonly now: () => Date;
  /** Notices when it is set. */
  readonly clock: ClockWatch;
  readonly backups: BackupDownloads;
}

export interface PresentedSession {
  readonly id: string;
  readonly by: "cookie" | "header";
}

/** Transport functions for sign-in; nothing else needs them. */
export interface SessionTransport {
  presented(): PresentedSession | undefined;
  /** The ids of all sessions a request names: one, unless the browser has several cookies. */
  everyPresented(): readonly string[];
  /** Sends the session cookie, the only one from then on; without seconds it ends with the browser. */
  setCookie(sessionId: string, seconds: number | undefined): void;
  /** Unless a header named another session than the cookie. */
  clearCookie(): void;
  /** Identifies this browser between the redirect to an identity provider and the return. */
  browserMark(): string | undefined;
  setBrowserMark(mark: string, seconds: number): void;
  /** Names this browser's sign-in that is waiting for its second step. */
  factorHandle(): string | undefined;
  /** With zero seconds it is deleted. */
  setFactorHandle(handle: string, seconds: number): void;
  /** Lets this browser into the demo shown before a clinic is set up. */
  setLookMark(mark: string): void;
  /** Throws the 403 for a cross-origin request. */
  checkOwnOrigin(): void;
  isFromPage(): boolean;
  /** The browser and system: "Firefox on Windows". */
  browserName(): string;
  /** The origin browsers use for this server, such as `https://console.example`. */
  origin(): string;
}

export interface HandlerContext extends ServerParts {
  /** The caller whom the headers name; Auth has none, and messaging has its key in the body. */
  readonly session: SessionInfo | undefined;
  readonly requestId: string;
  readonly remoteAddress: string;
  /** Must never contain patient data, passwords or keys; callers are responsible for that. */
  readonly log: FastifyBaseLogger;
  readonly transport: SessionTransport;
  /** Aborts once the answer is received, or its connection has ended: what is read for it can end too. */
  readonly callerGone: AbortSignal;
  /**
   * A placeholder in the answer for base64 text of that length, which is read and written only while the answer is
   * sent, as fast as the client takes it.
   */
  later(length: number, read: () => AsyncIterable<string>): string;
  /** Answers with this CSV file, which is read while it is sent. */
  sendFile(parts: AsyncIterable<string>): void;
}

/** Of an operation that is refused without a session. */
export interface SignedInContext extends HandlerContext {
  readonly session: SessionInfo;
}

/** Not shown by the interface: the operations that a setting opens to callers without a session. */
export type OpenKey = "chargeVisit" | "verifyDiagnosis";

type SignedInKey = {
  [K in OperationKey]: (typeof registry)[K]["session"] extends "header" ? Exclude<K, OpenKey> : never;
}[OperationKey];

/**
 * Answers one operation. The request was parsed by its schema; the answer is parsed by its schema before it is sent.
 * Failures are thrown as Refusal, or returned by `registry[key].faults.write` in the messaging operations.
 */
export type Handler<K extends OperationKey> = (
  request: RequestOf<K>,
  context: K extends SignedInKey ? SignedInContext : HandlerContext,
) => Promise<ResponseOf<K>>;

export type Provider = Handler<"authenticate">;

export interface OpenIdProvider {
  readonly authenticate: Provider;
  /** Where the browser ends its session at the provider, if the provider supports that. Never throws. */
  endAddress(idToken: string, context: HandlerContext): Promise<string | undefined>;
}
