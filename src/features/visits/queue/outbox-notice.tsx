import { useSyncExternalStore } from "react";
import { useWorkspace, useOutboxStatus } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { formatClock } from "#room/ui/formats.ts";
import { batchSenderOf } from "./send-run.ts";
import styles from "./visits-page.module.css";

const words = {
  offline: "The service can’t be reached. They will be sent as soon as it can be.",
  busy: "The service is busy. They will be sent automatically.",
  session: "Your session has ended. They will be sent after you sign in again.",
  "no-answer": "The service has stopped answering. They weren’t sent, and wait until you try again.",
} as const;

/** Says that entries are waiting to be sent, and why; nothing while all is well. */
export function OutboxNotice() {
  const { outbox } = useWorkspace();
  const { waiting, held, sending, pausedBecause, pausedUntil, storageFault } = useOutboxStatus();
  const batches = batchSenderOf(outbox);
  const isBatch = useSyncExternalStore(batches.subscribe, () => batches.get()?.phase === "running");
  const count = waiting + sending;
  // A batch has its own question about an unresponsive service.
  const isAsked = isBatch && pausedBecause === "no-answer";
  return (
    <div role="status" aria-label="Outbox">
      {storageFault === undefined ? null : (
        <Banner tone="bad" className={styles.notice ?? ""} title="Sending has stopped">
          {storageFault}
        </Banner>
      )}
      {pausedBecause !== undefined && count > 0 && !isAsked ? (
        <Banner
          tone="warn"
          className={styles.notice ?? ""}
          title={
            count === 1
              ? "1 item is waiting to be sent"
              : `${count.toLocaleString()} items are waiting to be sent`
          }
          actions={
            pausedBecause === "busy" || pausedBecause === "no-answer" ? (
              <Button size="small" onClick={() => void outbox.retryNow()}>
                Try again
              </Button>
            ) : null
          }
        >
          {words[pausedBecause]}
          {pausedUntil !== undefined && pausedBecause === "busy"
            ? ` Next try at ${formatClock(pausedUntil)}.`
            : ""}
          {held > 0 ? ` ${held.toLocaleString()} more ${held === 1 ? "is" : "are"} on hold.` : ""}
        </Banner>
      ) : null}
    </div>
  );
}
