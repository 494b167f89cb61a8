import { Link } from "@tanstack/react-router";
import {
  compareOutcomes,
  describeOutcomes,
  outcomeLook,
  outcomeWords,
} from "#room/features/visits/states.ts";
import { RunProgress, RunResult } from "#room/features/visits/run-report.tsx";
import runStyles from "#room/features/visits/run-report.module.css";
import { useVisitWords, visitName } from "#room/features/visits/visit-name.ts";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./retry.module.css";
import type { BatchSender, SendState } from "./send-run.ts";

interface BatchReportProps {
  readonly batch: SendState;
  readonly batches: BatchSender;
}

export function BatchReport({ batch, batches }: BatchReportProps) {
  if (batch.phase === "running") return <Running batch={batch} onStop={batches.stop} />;
  return <Report batch={batch} onClose={batches.dismiss} />;
}

function Running({ batch, onStop }: { batch: SendState; onStop: () => void }) {
  const { done, total, counts } = batch;
  const { pausedBecause } = useOutboxStatus();
  if (pausedBecause === "no-answer") return <Paused batch={batch} onStop={onStop} />;
  const summary = describeOutcomes(counts);
  return (
    <RunProgress
      label={`Sending ${formatCount(done)} of ${formatCount(total)}${summary ? `: ${summary}` : ""}`}
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

const titles = { done: "Done", stopped: "Stopped", failed: "Sending failed" } as const;

const shownAtMost = 200;

function Report({ batch, onClose }: { batch: SendState; onClose: () => void }) {
  const { counts, phase, failure, total } = batch;
  const isClean = (counts.charged ?? 0) === total;
  const summary = describeOutcomes(counts) || "nothing was sent";
  return (
    <RunResult
      tone={phase === "failed" ? "bad" : isClean ? "ok" : "warn"}
      title={`${titles[phase === "running" ? "done" : phase]}: ${summary}`}
      onClose={onClose}
      list={batch.items.length > 0 ? { name: "outcomes", content: <Items batch={batch} /> } : undefined}
    >
      {failure ?? (phase === "stopped" ? "What hadn’t been sent was taken out of the outbox." : null)}
    </RunResult>
  );
}

function Items({ batch }: { batch: SendState }) {
  const { visits } = useWorkspace();
  const nameOf = useVisitWords(visitName);
  const items = batch.items.toSorted((a, b) => compareOutcomes(a.outcome, b.outcome));
  return (
    <ul className={styles.items} aria-label="Outcomes">
      {items.slice(0, shownAtMost).map(({ eventId, outcome, message }) => (
        <li key={eventId}>
          <Link to="/visits/$eventId" params={{ eventId }}>
            {nameOf(visits.summary(eventId)?.visitId || eventId)}
          </Link>
          <StateBadge tone={outcomeLook(outcome).tone}>{outcomeWords(outcome)}</StateBadge>
          <span>{message}</span>
        </li>
      ))}
      {items.length > shownAtMost ? (
        <li>
          <span>{formatCount(items.length - shownAtMost)} more</span>
        </li>
      ) : null}
    </ul>
  );
}
