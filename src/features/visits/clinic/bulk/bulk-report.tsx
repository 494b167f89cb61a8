import { useVisitWords, visitTitle } from "#room/features/visits/visit-name.ts";
import { Link } from "@tanstack/react-router";
import { RunProgress, RunResult } from "#room/features/visits/run-report.tsx";
import styles from "#room/features/visits/queue/retry.module.css";
import { Button } from "#room/ui/button.tsx";
import { formatCount } from "#room/ui/formats.ts";
import type { BulkResult, BulkRunner, BulkState } from "./bulk-run.ts";

/** The most failures listed individually; the rest are counted. */
const most = 100;

function countWords({ results, done, total, phase }: BulkState): string {
  const count = (which: BulkResult["outcome"]) => results.filter(({ outcome }) => outcome === which).length;
  const [not, unknown] = [count("not"), count("unknown")];
  const left = total - results.length;
  return [
    `${formatCount(count("done"))} ${done}`,
    ...(unknown > 0 ? [`${formatCount(unknown)} unknown`] : []),
    ...(not > 0 ? [`${formatCount(not)} not`] : []),
    ...(phase === "stopped" && left > 0 ? [`${formatCount(left)} left as they were`] : []),
  ].join(", ");
}

interface BulkReportProps {
  readonly state: BulkState;
  readonly runner: BulkRunner;
}

export function BulkReport({ state, runner }: BulkReportProps) {
  const titleOf = useVisitWords(visitTitle);
  if (state.phase === "running")
    return (
      <RunProgress
        label={`${formatCount(state.results.length)} of ${formatCount(state.total)}: ${countWords(state)}`}
        value={state.results.length}
        total={state.total}
        onStop={runner.stop}
      />
    );
  const failed = state.results.filter(({ outcome }) => outcome !== "done");
  return (
    <RunResult
      tone={failed.length > 0 ? "warn" : "ok"}
      title={`${state.phase === "stopped" ? "Stopped. " : ""}${countWords(state)}`}
      actions={
        state.undo ? (
          <Button size="small" onClick={state.undo}>
            Undo
          </Button>
        ) : undefined
      }
      onClose={runner.dismiss}
    >
      {failed.length > 0 ? (
        <ul className={styles.items}>
          {failed.slice(0, most).map(({ visitId, eventId, words }) => (
            <li key={visitId}>
              <Link to="/visits/$eventId" params={{ eventId }}>
                {titleOf(visitId)}
              </Link>{" "}
              {words}
            </li>
          ))}
          {failed.length > most ? <li>and {formatCount(failed.length - most)} more</li> : null}
        </ul>
      ) : null}
    </RunResult>
  );
}
