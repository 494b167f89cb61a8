import { reportCallFailure } from "./call-failures.ts";
import { contractNow } from "./contract.ts";
import type { OperationKey, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import {
  CallFailure,
  NetworkFailure,
  OperationRefused,
  TimedOut,
  isSessionLoss,
  type FailureOutcome,
} from "./failures.ts";
import { isProofAsked, isProvenAgain } from "./prove-again.ts";
import { sameUserReturns, sessionIsLost, sessionNumber, sessionState, userNameOf } from "./session-state.ts";
import { type CallOptions, firstLimit, isOffline, outcomeWithoutAnswer, post } from "./post-call.ts";

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
    reportCallFailure(failure);
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

/** Calls that lead to a session must not wait for one. */
const beginsSession: ReadonlySet<OperationKey> = new Set([
  "authenticate",
  "beginSecondFactor",
  "finishSecondFactor",
]);

/**
 * Once the session has ended here, nothing is sent with it, even if the service has not been told and its cookie is
 * still valid.
 */
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
 * Calls an operation; this is the console's only fetch. A string request is sent as is, being JSON already. Returns the
 * parsed reply, which never reports a fault. Throws one of the five failures, or the caller's own abort reason; after
 * an abort a write may have been accepted.
 */
export async function callOperation<K extends OperationKey>(
  key: K,
  request: RequestOf<K> | string,
  options: CallOptions<K> = {},
): Promise<ResponseOf<K>> {
  const sentBy = userNameOf(sessionState());
  const sentIn = sessionNumber();
  if (!beginsSession.has(key) && sessionState().kind === "lost") await untilSignedIn(key, options);
  try {
    return await callOnce(key, request, options);
  } catch (error) {
    if (isProofAsked(error) && (await isProvenAgain())) return callOnce(key, request, options);
    if (!isSessionLoss(error)) throw error;
    if (sessionNumber() === sentIn) sessionIsLost(error);
    if (options.whenSessionLost === "fail" || sentBy === undefined) throw error;
    if (!(await sameUserReturns(options.signal))) throw error;
    return callOnce(key, request, options).catch((again: unknown) => {
      if (isSessionLoss(again)) sessionIsLost(again);
      throw again;
    });
  }
}
