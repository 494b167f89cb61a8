import { Link } from "@tanstack/react-router";
import { useState, useSyncExternalStore } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { describeOutcomes, outcomeWords } from "./outcome-words.ts";
import styles from "./retry.module.css";
import type { BatchSender, SendState } from "./send-run.ts";

/** Where a batch of sends stands, and what became of each of its events; nothing while there is none. */
export function BatchReport({ batches }: { batches: BatchSender }) {
  const batch = useSyncExternalStore(batches.subscribe, batches.get);
  return (
    <div role="status" aria-label="Sending">
      {batch?.phase === "running" ? <Running batch={batch} onStop={batches.stop} /> : null}
      {batch && batch.phase !== "running" ? <Report batch={batch} onClose={batches.dismiss} /> : null}
    </div>
  );
}

function Running({ batch, onStop }: { batch: SendState; onStop: () => void }) {
  const { done, total, counts } = batch;
  const { pausedBecause } = useOutboxStatus();
  if (pausedBecause === "no-answer") return <Paused batch={batch} onStop={onStop} />;
  const said = describeOutcomes(counts);
  return (
    <div className={styles.panel}>
      <ProgressBar
        label={`Sending ${done.toLocaleString()} of ${total.toLocaleString()}${said ? `: ${said}` : ""}`}
        value={done}
        total={total}
        detail={
          <Button size="small" onClick={onStop}>
            Stop
          </Button>
        }
      />
    </div>
  );
}

/** The service does not answer: nothing more leaves until a person has said what to do. */
function Paused({ batch, onStop }: { batch: SendState; onStop: () => void }) {
  const { outbox } = useWorkspace();
  const left = batch.total - batch.done;
  const waits =
    left === 1
      ? "1 visit hasn’t been sent and is waiting"
      : `${left.toLocaleString()} visits haven’t been sent and are waiting`;
  return (
    <div className={styles.panel}>
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

/** The ones that need a look first; a charged one needs none. */
const rank = ["unknown", "refused", "withheld", "blocked", "not-accepted", "withdrawn", "charged"];
const shownAtMost = 200;

function Report({ batch, onClose }: { batch: SendState; onClose: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { counts, phase, failure, total } = batch;
  const isClean = (counts["charged"] ?? 0) === total;
  const said = describeOutcomes(counts) || "nothing was sent";
  return (
    <div className={styles.panel}>
      <Banner
        tone={phase === "failed" ? "bad" : isClean ? "ok" : "warn"}
        title={`${titles[phase === "running" ? "done" : phase]}: ${said}`}
        actions={
          <>
            {batch.items.length > 0 ? (
              <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? "Hide outcomes" : "Show outcomes"}
              </Button>
            ) : null}
            <Button size="small" look="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {failure ?? (phase === "stopped" ? "What hadn’t been sent was taken out of the outbox." : null)}
      </Banner>
      {isOpen ? <Items batch={batch} /> : null}
    </div>
  );
}

function Items({ batch }: { batch: SendState }) {
  const { visits } = useWorkspace();
  const items = batch.items.toSorted((a, b) => rank.indexOf(a.outcome) - rank.indexOf(b.outcome));
  return (
    <ul className={styles.items} aria-label="Outcomes">
      {items.slice(0, shownAtMost).map(({ eventId, outcome, message }) => {
        const { title, tone } = outcomeWords(outcome);
        return (
          <li key={eventId}>
            <Link to="/visits/$eventId" params={{ eventId }}>
              {shortGuid(visits.summary(eventId)?.visitId ?? eventId)}
            </Link>
            <StateBadge tone={tone}>{title}</StateBadge>
            <span>{message}</span>
          </li>
        );
      })}
      {items.length > shownAtMost ? (
        <li>
          <span>{(items.length - shownAtMost).toLocaleString()} more</span>
        </li>
      ) : null}
    </ul>
  );
}
