import { Link } from "@tanstack/react-router";
import {
  compareOutcomes,
  describeOutcomes,
  outcomeLook,
  outcomeWords,
} from "#room/features/visits/states.ts";
import { RunResult } from "#room/features/visits/run-report.tsx";
import { useVisitName } from "#room/features/visits/visit-name.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import styles from "./retry.module.css";
import type { SendState } from "./send-run.ts";

const titles = { done: "Done", stopped: "Stopped", failed: "Sending failed" } as const;

const shownAtMost = 200;

export function Report({ batch, onClose }: { batch: SendState; onClose: () => void }) {
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
  const nameOf = useVisitName();
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
          <span>{(items.length - shownAtMost).toLocaleString()} more</span>
        </li>
      ) : null}
    </ul>
  );
}
