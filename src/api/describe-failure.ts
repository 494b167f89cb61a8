import { contractNow } from "./contract.ts";
import type { OperationKey } from "#room/contract/registry.ts";
import {
  CallFailure,
  NetworkFailure,
  OperationRefused,
  TimedOut,
  UnexpectedStatus,
  isSessionLoss,
  retryAfterOf,
} from "./failures.ts";

/** A failure in plain words: what happened, what it means, what to do. */
export interface FailureWords {
  readonly title: string;
  readonly detail: string;
  readonly advice: string;
  /** For the user to quote to support. */
  readonly requestId?: string | undefined;
}

const unknownWords: Partial<Record<OperationKey, { detail: string; advice: string }>> = {
  chargeVisit: {
    detail: "The visit may or may not have been charged.",
    advice:
      "Send the same event again unchanged, or look up the visit’s invoice, before you change anything.",
  },
  voidInvoice: {
    detail: "The invoice may or may not have been voided.",
    advice: "Press the button again: nothing is voided twice.",
  },
  changePassword: {
    detail: "Your password may or may not have been changed.",
    advice: "Sign out and try the new one; if it doesn’t work, the old one still does.",
  },
  sendMessage: {
    detail: "The message may or may not have been sent.",
    advice: "Ask the recipient or your mail administrator before you send it again.",
  },
};

const nothingWords: Partial<Record<OperationKey, string>> = {
  chargeVisit: "Nothing was charged.",
  sendMessage: "Nothing was sent.",
  voidInvoice: "Nothing was voided.",
  authenticate: "You are not signed in.",
};

/** When a postponed request is retried automatically (`retryInterval`); undefined when the service said nothing. */
export function retryWords(error: unknown): string | undefined {
  const retryAfter = retryAfterOf(error);
  return retryAfter === undefined ? undefined : `We’ll try again in ${seconds(retryAfter)}.`;
}

function seconds(ms: number): string {
  const whole = Math.max(1, Math.ceil(ms / 1000));
  if (whole === 1) return "1 second";
  return whole < 90 ? `${String(whole)} seconds` : `${String(Math.ceil(whole / 60))} minutes`;
}

/** The service is busy (429, 503): its own message adds nothing to our title and advice. */
const busyCodes: ReadonlySet<string> = new Set(["TooManyRequests", "ServiceUnavailable"]);

function busyTitle(status: number): string {
  return status === 429 ? "Too many requests in a short time" : "The service is unavailable right now";
}

function titleOf(error: CallFailure): string {
  if (error instanceof NetworkFailure)
    return error.outcome === "not-sent" ? "The service can’t be reached" : "The connection was lost";
  if (error instanceof TimedOut) return "The service did not answer in time";
  if (isSessionLoss(error)) return "Your session has ended";
  if (error instanceof OperationRefused && error.code === "ProviderUnreachable")
    return "The sign-in service can’t be reached";
  if (error instanceof OperationRefused)
    return error.outcome === "not-sent"
      ? busyTitle(error.status)
      : error.message || "The service rejected the request";
  if (error instanceof UnexpectedStatus)
    return error.outcome === "not-sent"
      ? busyTitle(error.status)
      : `The service failed (status ${String(error.status)})`;
  return "The service sent an answer we can’t read";
}

function isRead({ operation }: CallFailure): boolean {
  return contractNow()?.registry[operation].effect === "read";
}

function adviceOf(error: CallFailure): string {
  if (isSessionLoss(error)) return "Sign in again. Your work is saved and picks up where you left off.";
  if (error instanceof OperationRefused || error instanceof UnexpectedStatus) {
    if (error.retryAfterMs !== undefined) return `Try again in ${seconds(error.retryAfterMs)}.`;
    if (error.status === 403) return "Ask your administrator for access.";
    if (error.outcome === "refused")
      return error instanceof OperationRefused && error.issues.length > 0 && !isRead(error)
        ? "Correct the marked fields and send again."
        : "Correct what the message says, or ask your administrator.";
  }
  return error instanceof NetworkFailure ? "Check the network and try again." : "Try again in a moment.";
}

/** Words for any error a call can throw; for other errors, their message. */
export function describeFailure(error: unknown): FailureWords {
  if (!(error instanceof CallFailure)) {
    const detail = error instanceof Error ? error.message : "";
    return {
      title: "Something went wrong",
      detail,
      advice: "Try again. If it keeps happening, reload the page.",
    };
  }
  const { operation, outcome, requestId } = error;
  const title = titleOf(error);
  const unknown = unknownWords[operation];
  if (outcome === "unknown" && unknown) return { title, ...unknown, requestId };
  const maybe = contractNow() ? "It may or may not have been done." : "";
  const changed = outcome === "unknown" ? maybe : "Nothing was changed.";
  const isExplained =
    error instanceof OperationRefused && error.message !== title && !busyCodes.has(error.code);
  const reason = isExplained ? error.message : "";
  const isSaid = /\bNothing was /.test(`${title} ${reason}`);
  const nothing = nothingWords[operation] ?? (isRead(error) ? "" : changed);
  return { title, detail: `${reason} ${isSaid ? "" : nothing}`.trim(), advice: adviceOf(error), requestId };
}

/** The same in a line: what happened, and what to do. */
export function failureLine(error: unknown): string {
  const { title, detail, advice } = describeFailure(error);
  const sentences = [title, detail, advice].filter((words) => words !== "");
  return sentences.map((words) => words.replace(/\.?$/, ".")).join(" ");
}
