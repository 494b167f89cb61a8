import { describeFailure, type FailureWords } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";

const flagWords: Partial<Record<string, Omit<FailureWords, "requestId">>> = {
  messageNotFound: {
    title: "This message is not in your mailbox",
    detail: "It was moved or deleted, or its address was meant for someone else.",
    advice: "Go back to the list.",
  },
  unauthorizedAccess: {
    title: "You may not read this message",
    detail: "It belongs to another mailbox.",
    advice: "Ask your administrator if you should see it.",
  },
  badSessionKey: {
    title: "The message service does not know your session",
    detail: "The message was not fetched.",
    advice: "Sign in again; it is fetched then.",
  },
  hasSessionKeyExpired: {
    title: "Your session has expired",
    detail: "The message was not fetched.",
    advice: "Sign in again; it is fetched then.",
  },
  serverError: {
    title: "The message service had a fault",
    detail: "The message is still there; it could not be fetched.",
    advice: "Try again in a moment.",
  },
  hasRequestTimedOut: {
    title: "The message service took too long",
    detail: "The message is still there; it could not be fetched in time.",
    advice: "Try again in a moment.",
  },
};

/** A sentence of its own for each flag of GetMessage. */
export function messageFault(error: unknown): FailureWords {
  const words = describeFailure(error);
  const known = error instanceof OperationRefused ? flagWords[error.code] : undefined;
  return { ...words, ...known };
}
