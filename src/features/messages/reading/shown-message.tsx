import { latePart } from "#room/features/parts/late-part.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import styles from "./message-pane.module.css";
import type { MessageState } from "./use-message.ts";
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

function messageFault(error: unknown): FailureWords {
  const words = describeFailure(error);
  const known = error instanceof OperationRefused ? ownValue(flagWords, error.code) : undefined;
  return { ...words, ...known };
}

/** With what makes foreign HTML harmless, a tenth of what the inbox needs. */
const LoadedMessage = latePart(async () => (await import("./loaded-message.tsx")).LoadedMessage, <Loading />);

interface ShownMessageProps {
  readonly state: MessageState;
  readonly messageId: number;
  onWriteTo(address: string): void;
  onBack?(): void;
}

/** A message, or that it is loading or couldn’t be loaded. Nothing if the service provides no texts. */
export function ShownMessage({ state, messageId, onWriteTo, onBack }: ShownMessageProps) {
  if (state.at === "no-bodies") return null;
  if (state.at === "loading") return <Loading />;
  if (state.at === "failed") return <FailedMessage {...state} {...(onBack && { onBack })} />;
  return <LoadedMessage reply={state.reply} messageId={messageId} onWriteTo={onWriteTo} />;
}

function Loading() {
  return (
    <div className={`row quiet ${styles.loading}`} data-settling>
      <Spinner /> Loading the message…
    </div>
  );
}

function FailedMessage({ error, again, onBack }: { error: unknown; again(): void; onBack?(): void }) {
  const words = messageFault(error);
  return (
    <Banner
      tone="bad"
      role="alert"
      title={words.title}
      requestId={words.requestId}
      actions={
        <>
          <Button onClick={again}>Try again</Button>
          {onBack ? (
            <Button look="quiet" onClick={onBack}>
              Back to the list
            </Button>
          ) : null}
        </>
      }
    >
      {words.detail} {words.advice}
    </Banner>
  );
}
