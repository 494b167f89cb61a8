import { useRef, useSyncExternalStore } from "react";
import { describeOutcomes } from "#room/features/visits/states.ts";
import { RunProgress } from "#room/features/visits/run-report.tsx";
import styles from "#room/features/visits/run-report.module.css";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useFocusFollows } from "#room/ui/use-kept-focus.ts";
import type { BatchSender, SendState } from "./send-run.ts";
import { Report } from "./report-of-batch.tsx";

export function BatchReport({ batches }: { batches: BatchSender }) {
  const batch = useSyncExternalStore(batches.subscribe, batches.get);
  const panel = useRef<HTMLDivElement>(null);
  useFocusFollows(panel, batch?.phase);
  return (
    <div ref={panel} role="status" aria-label="Sending">
      {batch?.phase === "running" ? <Running batch={batch} onStop={batches.stop} /> : null}
      {batch && batch.phase !== "running" ? <Report batch={batch} onClose={batches.dismiss} /> : null}
    </div>
  );
}

function Running({ batch, onStop }: { batch: SendState; onStop: () => void }) {
  const { done, total, counts } = batch;
  const { pausedBecause } = useOutboxStatus();
  if (pausedBecause === "no-answer") return <Paused batch={batch} onStop={onStop} />;
  const summary = describeOutcomes(counts);
  return (
    <RunProgress
      label={`Sending ${done.toLocaleString()} of ${total.toLocaleString()}${summary ? `: ${summary}` : ""}`}
      value={done}
      total={total}
      onStop={onStop}
    />
  );
}

/** The service does not answer: nothing more is sent until the user decides. */
function Paused({ batch, onStop }: { batch: SendState; onStop: () => void }) {
  const { outbox } = useWorkspace();
  const left = batch.total - batch.done;
  const waits =
    left === 1
      ? "1 visit hasn’t been sent and is waiting"
      : `${left.toLocaleString()} visits haven’t been sent and are waiting`;
  return (
    <div className={styles.report}>
      <Banner
        tone="warn"
        title="Paused: the service has stopped answering"
        actions={
          <>
            <Button size="small" onClick={onStop}>
              Stop
            </Button>
            <Button size="small" look="primary" onClick={() => void outbox.retryNow()}>
              Try again
            </Button>
          </>
        }
      >
        {waits}. So far: {describeOutcomes(batch.counts) || "no answer yet"}. Try again sends one, and the
        rest once it is answered; Stop takes the rest out of the outbox.
      </Banner>
    </div>
  );
}
