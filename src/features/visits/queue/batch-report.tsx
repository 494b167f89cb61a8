import {
  compareOutcomes,
  describeOutcomes,
  outcomeLook,
  outcomeWords,
} from "#room/features/visits/states.ts";
import { RunItems, RunReport } from "#room/features/visits/run-report.tsx";
import runStyles from "#room/features/visits/run-report.module.css";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { formatCount } from "#room/ui/formats.ts";
import type { BatchSender, SendState } from "./send-run.ts";

interface BatchReportProps {
  readonly batch: SendState;
  readonly batches: BatchSender;
}

const titles = { running: "Sending", done: "Done", stopped: "Stopped", failed: "Sending failed" } as const;

export function BatchReport({ batch, batches }: BatchReportProps) {
  const { visits } = useWorkspace();
  const { pausedBecause } = useOutboxStatus();
  const { counts, phase, failure, total, done } = batch;
  if (phase === "running" && pausedBecause === "no-answer")
    return <Paused batch={batch} onStop={batches.stop} />;
  const summary = describeOutcomes(counts);
  const items = batch.items
    .toSorted((a, b) => compareOutcomes(a.outcome, b.outcome))
    .map(({ eventId, outcome, message }) => ({
      eventId,
      visitId: visits.summary(eventId)?.visitId || eventId,
      badge: <StateBadge tone={outcomeLook(outcome).tone}>{outcomeWords(outcome)}</StateBadge>,
      words: message,
    }));
  const isClean = (counts.charged ?? 0) === total;
  return (
    <RunReport
      state={batch}
      job={batches}
      progress={{
        label: `Sending ${formatCount(done)} of ${formatCount(total)}${summary ? `: ${summary}` : ""}`,
        value: done,
        total,
      }}
      tone={phase === "failed" ? "bad" : isClean ? "ok" : "warn"}
      title={`${titles[phase]}: ${summary || "nothing was sent"}`}
      list={
        items.length > 0
          ? { name: "outcomes", content: <RunItems label="Outcomes" items={items} /> }
          : undefined
      }
    >
      {failure ?? (phase === "stopped" ? "What hadn’t been sent was taken out of the outbox." : null)}
    </RunReport>
  );
}

/** The service does not answer: nothing more is sent until the user decides. */
function Paused({ batch, onStop }: { batch: SendState; onStop: () => void }) {
  const { outbox } = useWorkspace();
  const left = batch.total - batch.done;
  const waits =
    left === 1
      ? "1 visit hasn’t been sent and is waiting"
      : `${formatCount(left)} visits haven’t been sent and are waiting`;
  return (
    <div className={runStyles.report}>
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
