import { useSyncExternalStore } from "react";
import { useWorkspace, useOutboxStatus } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { formatClock } from "#room/ui/formats.ts";
import { outboxWords } from "./outbox-words.ts";
import { batchSenderOf } from "./send-run.ts";
import styles from "./visits-page.module.css";

/** Says that entries are waiting to be sent, and why; nothing while all is well. */
export function OutboxNotice() {
  const { outbox } = useWorkspace();
  const status = useOutboxStatus();
  const { pausedBecause, pausedUntil, storageFault } = status;
  const batches = batchSenderOf(outbox);
  const isBatch = useSyncExternalStore(batches.subscribe, () => batches.get()?.phase === "running");
  const words = outboxWords(status);
  // A batch has its own question about an unresponsive service.
  const isAsked = isBatch && pausedBecause === "no-answer";
  return (
    <div role="status" aria-label="Outbox">
      {storageFault === undefined ? null : (
        <Banner tone="bad" className={styles.notice ?? ""} title="Sending has stopped">
          {storageFault}
        </Banner>
      )}
      {words && !isAsked ? (
        <Banner
          tone="warn"
          className={styles.notice ?? ""}
          title={words.title}
          actions={
            pausedBecause === "busy" || pausedBecause === "no-answer" ? (
              <Button size="small" onClick={() => void outbox.retryNow()}>
                Try again
              </Button>
            ) : null
          }
        >
          {words.body}
          {pausedUntil !== undefined && pausedBecause === "busy"
            ? ` Next try at ${formatClock(pausedUntil)}.`
            : ""}
        </Banner>
      ) : null}
    </div>
  );
}
