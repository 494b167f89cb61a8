import { latePart } from "#room/features/parts/late-part.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { messageFault } from "./message-fault.ts";
import styles from "./message-pane.module.css";
import type { MessageState } from "./use-message.ts";

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
    <div className={styles.loading}>
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
