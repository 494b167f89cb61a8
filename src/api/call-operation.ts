import { tellCallFailure } from "./call-failures.ts";
import { contractNow, loadContract } from "./contract.ts";
import type { OperationKey, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import {
  CallFailure,
  NetworkFailure,
  OperationRefused,
  TimedOut,
  UnexpectedStatus,
  isSessionLoss,
} from "./failures.ts";
import type { FailureOutcome } from "./failures.ts";
import { isNobodyThere } from "./person-signs.ts";
import { isProofAsked, isProvenAgain } from "./prove-again.ts";
import type * as Replies from "./read-reply.ts";
import { requestIdOf } from "./request-id.ts";
import { hearServiceTime } from "./service-clock.ts";
import { nameExtensions, serviceConfig } from "./service-config.ts";
import {
  currentSessionKey,
  sameUserReturns,
  sessionIsLost,
  sessionNumber,
  sessionState,
  userNameOf,
} from "./session-state.ts";

export interface CallOptions<K extends OperationKey> {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds from sending to the last byte of the answer; each operation has its own default. */
  readonly timeoutMs?: number | undefined;
  /** Called when the request is handed to the network: from here on it may reach the service. */
  readonly onSending?: (() => void) | undefined;
  /** Told of every answer that came, before it is read. */
  readonly onAnswer?: ((answer: { status: number; requestId: string | undefined }) => void) | undefined;
  /** `wait` (the default): after a lost session, wait for the same user to sign in again and send once more. */
  readonly whenSessionLost?: "wait" | "fail" | undefined;
  /** Writes the body instead of JSON.stringify, for requests too large for one task of the page. */
  readonly encode?: ((request: RequestOf<K>) => BodyInit | Promise<BodyInit>) | undefined;
}

/** For the first call, with which the contract comes; then each operation has its own. Milliseconds. */
const firstLimit = 20_000;

/** The messaging operations carry the session in the body (interface 5); the pages never hold it. */
function withSession<K extends OperationKey>(key: K, request: RequestOf<K>): RequestOf<K> {
  if (contractNow()?.registry[key].session !== "body") return request;
  const session = { loggedInUser: userNameOf(sessionState()), sessionKey: currentSessionKey() };
  // First, for the service takes no large message from a caller whom it does not know yet.
  return { ...session, ...request, ...session, emailServiceType: "DirectMessage" };
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && "onLine" in navigator && navigator.onLine === false;
}

/** What no answer means: a write may have been taken; a read changed nothing. */
function outcomeWithoutAnswer(key: OperationKey): FailureOutcome {
  return contractNow()?.registry[key].effect === "read" ? "not-sent" : "unknown";
}

function bodyOf<K extends OperationKey>(
  key: K,
  request: RequestOf<K> | string,
  { encode }: CallOptions<K>,
): BodyInit | Promise<BodyInit> {
  if (typeof request === "string") return request;
  const filled = withSession(key, request);
  return encode ? encode(filled) : JSON.stringify(filled);
}

let replies: typeof Replies | undefined;

/** What reads an answer comes with the contract: before anything is sent, and after the page to sign in on. */
async function firstContract() {
  const [contract, reading] = await Promise.all([loadContract(), import("./read-reply.ts")]);
  nameExtensions();
  replies = reading;
  return { contract, ...reading };
}

function contractAtHand() {
  const contract = contractNow();
  return contract && replies && { contract, ...replies };
}

async function post<K extends OperationKey>(
  key: K,
  request: RequestOf<K> | string,
  options: CallOptions<K>,
  signal: AbortSignal,
): Promise<ResponseOf<K>> {
  const { onSending, onAnswer } = options;
  const { contract, readReply } = contractAtHand() ?? (await firstContract());
  const written = bodyOf(key, request, options);
  // What is at hand leaves in this very task.
  const body = written instanceof Promise ? await written : written;
  signal.throwIfAborted();
  onSending?.();
  const answer = await fetch(`${serviceConfig().apiBase}/json/reply/${contract.registry[key].name}`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      // A service without extensions need not know the header, nor let it in from another origin.
      ...(isNobodyThere() && serviceConfig().extensions.length > 0 ? { "X-Background": "1" } : {}),
    },
    credentials: "same-origin",
    cache: "no-store",
    // A sign-in page behind a redirect is no answer; following it would turn the POST into a GET.
    redirect: "manual",
    signal,
  });
  if (answer.type === "opaqueredirect")
    throw new UnexpectedStatus(302, { operation: key, outcome: outcomeWithoutAnswer(key) });
  hearServiceTime(answer.headers.get("date"));
  onAnswer?.({ status: answer.status, requestId: requestIdOf(answer) });
  return readReply(key, answer);
}

async function callOnce<K extends OperationKey>(
  key: K,
  request: RequestOf<K> | string,
  options: CallOptions<K>,
): Promise<ResponseOf<K>> {
  const { signal: callerSignal } = options;
  const timeoutMs = options.timeoutMs ?? contractNow()?.registry[key].timeLimitMs ?? firstLimit;
  callerSignal?.throwIfAborted();
  if (isOffline())
    throw new NetworkFailure("The browser is offline", { operation: key, outcome: "not-sent" });
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const signal = callerSignal ? AbortSignal.any([callerSignal, limit.signal]) : limit.signal;
  let hasLeft = false;
  const onSending = () => {
    hasLeft = true;
    options.onSending?.();
  };
  const failureOf = (error: unknown): CallFailure => {
    if (error instanceof CallFailure) return error;
    const outcome: FailureOutcome = hasLeft ? outcomeWithoutAnswer(key) : "not-sent";
    const facts = { operation: key, outcome, cause: error };
    return limit.signal.aborted
      ? new TimedOut(timeoutMs, facts)
      : new NetworkFailure("No answer came", facts);
  };
  try {
    return await post(key, request, { ...options, onSending }, signal);
  } catch (error) {
    if (callerSignal?.aborted && !(error instanceof CallFailure)) throw callerSignal.reason;
    const failure = failureOf(error);
    tellCallFailure(failure);
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

/** What leads to a session is not for one to wait for. */
const beginsSession: ReadonlySet<OperationKey> = new Set([
  "authenticate",
  "beginSecondFactor",
  "finishSecondFactor",
]);

/** A session that is over here is asked for nothing, also while the service has not been told and its cookie is good. */
async function untilSignedIn(
  operation: OperationKey,
  { whenSessionLost, signal }: Pick<CallOptions<OperationKey>, "whenSessionLost" | "signal">,
): Promise<void> {
  if (whenSessionLost !== "fail" && (await sameUserReturns(signal))) return;
  signal?.throwIfAborted();
  throw new OperationRefused(
    { code: "Unauthorized", message: "The session has ended.", status: 401, issues: [] },
    { operation, outcome: "not-sent" },
  );
}

/**
 * Calls one operation: the only fetch of the console. A request that is a text is JSON already and leaves as it is. Gives
 * the parsed reply, which never reports a fault. Throws one of the five failures, or the caller's own abort reason; after
 * an abort a write may have been taken.
 */
export async function callOperation<K extends OperationKey>(
  key: K,
  request: RequestOf<K> | string,
  options: CallOptions<K> = {},
): Promise<ResponseOf<K>> {
  const askedFor = userNameOf(sessionState());
  const askedIn = sessionNumber();
  if (!beginsSession.has(key) && sessionState().kind === "lost") await untilSignedIn(key, options);
  try {
    return await callOnce(key, request, options);
  } catch (error) {
    if (isProofAsked(error) && (await isProvenAgain())) return callOnce(key, request, options);
    if (!isSessionLoss(error)) throw error;
    if (sessionNumber() === askedIn) sessionIsLost(error);
    if (options.whenSessionLost === "fail" || askedFor === undefined) throw error;
    if (!(await sameUserReturns(options.signal))) throw error;
    return callOnce(key, request, options).catch((again: unknown) => {
      if (isSessionLoss(again)) sessionIsLost(again);
      throw again;
    });
  }
}
