import { ownValue } from "#room/billing/json-record.ts";
import { describeFailure, type FailureWords } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";

const flagWords: Partial<Record<string, Omit<FailureWords, "requestId">>> = {
  messageNotFound: {
    title: "This message is not in your mailbox",
    detail: "It was moved or deleted, or the link was meant for someone else.",
    advice: "Go back to the list.",
  },
  unauthorizedAccess: {
    title: "You don’t have access to this message",
    detail: "It belongs to another mailbox.",
    advice: "If you should see it, ask your administrator.",
  },
  badSessionKey: {
    title: "The message service doesn’t recognize your session",
    detail: "The message wasn’t loaded.",
    advice: "Sign in again and it will load.",
  },
  hasSessionKeyExpired: {
    title: "Your session has expired",
    detail: "The message wasn’t loaded.",
    advice: "Sign in again and it will load.",
  },
  serverError: {
    title: "The message service had a problem",
    detail: "The message is still there, but it couldn’t be loaded.",
    advice: "Try again in a moment.",
  },
  hasRequestTimedOut: {
    title: "The message service took too long",
    detail: "The message is still there, but it couldn’t be loaded in time.",
    advice: "Try again in a moment.",
  },
};

export function messageFault(error: unknown): FailureWords {
  const words = describeFailure(error);
  const known = error instanceof OperationRefused ? ownValue(flagWords, error.code) : undefined;
  return { ...words, ...known };
}
