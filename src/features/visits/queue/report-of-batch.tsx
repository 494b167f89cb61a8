import { Link } from "@tanstack/react-router";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { RunResult } from "#room/features/visits/run-report.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { describeOutcomes, outcomeWords } from "./outcome-words.ts";
import styles from "./retry.module.css";
import type { SendState } from "./send-run.ts";

const titles = { done: "Done", stopped: "Stopped", failed: "Sending failed" } as const;

/** Sorted by what needs attention; charged ones need none. */
const rank = ["unknown", "refused", "withheld", "blocked", "not-accepted", "withdrawn", "charged"];
const shownAtMost = 200;

export function Report({ batch, onClose }: { batch: SendState; onClose: () => void }) {
  const { counts, phase, failure, total } = batch;
  const isClean = (counts["charged"] ?? 0) === total;
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
