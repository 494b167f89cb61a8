import { ownValue } from "#room/billing/json-record.ts";
import { retryWords, describeFailure, type FailureWords } from "#room/api/describe-failure.ts";
import { isSessionLoss, OperationRefused } from "#room/api/failures.ts";
import { useSession } from "#room/api/session.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import styles from "#room/features/messages/messages-page.module.css";
import { agoWords } from "./received-words.ts";
import { formatToMinute } from "#room/ui/formats.ts";
import { useNow } from "#room/ui/use-now.ts";
import type { Inbox } from "./use-inbox.ts";

/** The action for an error; `check` retries now, `sign-in` opens over the page by itself. */
interface InboxFault extends FailureWords {
  way: "check" | "sign-in" | "administrator";
}

const keepChecking = "We keep checking, less and less often. You can also check now.";

const flagWords: Partial<Record<string, Pick<InboxFault, "title" | "detail" | "advice" | "way">>> = {
  badSessionKey: {
    title: "The message service doesn’t recognize your session",
    detail: "The list below is from the last check.",
    advice: "Sign in again. Nothing here is lost.",
    way: "sign-in",
  },
  hasSessionKeyExpired: {
    title: "Your session has expired",
    detail: "The list below is from the last check.",
    advice: "Sign in again. Nothing here is lost.",
    way: "sign-in",
  },
  unauthorizedAccess: {
    title: "You don’t have access to this mailbox",
    detail: "You are signed in, but the service won’t show you its messages.",
    advice: "Ask your administrator to give you access.",
    way: "administrator",
  },
  folderNotFound: {
    title: "You have no inbox on this service",
    detail: "No mailbox is set up for you, or it was moved.",
    advice: "Ask your administrator to set up your Direct address.",
    way: "administrator",
  },
  serverError: {
    title: "The message service had a problem",
    detail: "You may have new messages there. The list below is from the last check.",
    advice: keepChecking,
    way: "check",
  },
  hasRequestTimedOut: {
    title: "The message service took too long",
    detail: "You may have new messages there. The list below is from the last check.",
    advice: keepChecking,
    way: "check",
  },
};

/** A separate message for each flag of the answer and for every other failure. */
function inboxFault(failure: unknown): InboxFault {
  const words = describeFailure(failure);
  const known = failure instanceof OperationRefused ? ownValue(flagWords, failure.code) : undefined;
  if (known) return { ...words, ...known };
  if (isSessionLoss(failure)) return { ...words, way: "sign-in" };
  const isRetried = retryWords(failure);
  const advice = isRetried === undefined ? keepChecking : `${isRetried} You can also check now.`;
  return { ...words, advice, way: "check" };
}

/** "checked 12 s ago · check now". */
export function CheckedAgo({ inbox }: { inbox: Inbox }) {
  const now = useNow(1000);
  const { checkedAt, isChecking, checkNow } = inbox;
  return (
    <span className={styles.checked}>
      {isChecking
        ? "checking…"
        : checkedAt === 0
          ? "not checked yet"
          : `checked ${agoWords(now - checkedAt)} ago`}
      {isChecking ? null : (
        <>
          {" · "}
          <button type="button" className="link" onClick={checkNow}>
            check now
          </button>
        </>
      )}
    </span>
  );
}

/** What went wrong with the last check: each flag with its own message and action. */
export function InboxFaultNote({ inbox }: { inbox: Inbox }) {
  const session = useSession();
  const { failure, checkedAt, checkNow } = inbox;
  if (session.kind === "lost") {
    const since = checkedAt === 0 ? "" : ` The list is from ${formatToMinute(checkedAt)}.`;
    return (
      <Banner tone="warn" role="status" title="Your session has ended">
        Sign in again. Nothing here is lost.{since}
      </Banner>
    );
  }
  if (failure === null) return null;
  const fault = inboxFault(failure);
  return (
    <Banner
      tone={fault.way === "administrator" ? "bad" : "warn"}
      role="status"
      title={fault.title}
      requestId={fault.requestId}
      isFailure
      actions={fault.way === "sign-in" ? null : <Button onClick={checkNow}>Check now</Button>}
    >
      {fault.detail} {fault.advice}
    </Banner>
  );
}
