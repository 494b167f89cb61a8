import { describeFailure, type FailureWords } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";

/** What to do about a fault; `check` tries at once, `sign-in` is offered over the page by itself. */
export interface InboxFault extends FailureWords {
  way: "check" | "sign-in" | "administrator";
}

const flagWords: Partial<Record<string, Pick<InboxFault, "title" | "detail" | "advice" | "way">>> = {
  badSessionKey: {
    title: "The message service does not know your session",
    detail: "The list below is as it was checked last.",
    advice: "Sign in again; nothing here is lost.",
    way: "sign-in",
  },
  hasSessionKeyExpired: {
    title: "Your session has expired",
    detail: "The list below is as it was checked last.",
    advice: "Sign in again; nothing here is lost.",
    way: "sign-in",
  },
  unauthorizedAccess: {
    title: "You may not read this mailbox",
    detail: "The service knows you, but gives you no messages.",
    advice: "Ask your administrator to open the mailbox for your user.",
    way: "administrator",
  },
  folderNotFound: {
    title: "The service has no inbox for you",
    detail: "No mailbox is set up for your user, or it was moved.",
    advice: "Ask your administrator to set up your Direct address.",
    way: "administrator",
  },
  serverError: {
    title: "The message service had a fault",
    detail: "New messages may be waiting there; what is listed here is as it was checked last.",
    advice: "It is tried again by itself, ever more seldom.",
    way: "check",
  },
  hasRequestTimedOut: {
    title: "The message service took too long",
    detail: "New messages may be waiting there; what is listed here is as it was checked last.",
    advice: "It is tried again by itself, ever more seldom.",
    way: "check",
  },
};

/** A sentence of its own for each flag of the answer, and for every other failure. */
export function inboxFault(failure: unknown): InboxFault {
  const words = describeFailure(failure);
  const known = failure instanceof OperationRefused ? flagWords[failure.code] : undefined;
  return { ...words, way: "check", ...known };
}
