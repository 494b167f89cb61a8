import { useVisitTitle } from "#room/features/visits/visit-name.ts";
import { Link } from "@tanstack/react-router";
import { useRef, useSyncExternalStore } from "react";
import { RunProgress, RunResult } from "#room/features/visits/run-report.tsx";
import styles from "#room/features/visits/queue/retry.module.css";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { useFocusFollows } from "#room/ui/use-kept-focus.ts";
import type { BulkResult, BulkState } from "./bulk-run.ts";
import { bulkRunnerOf } from "./bulk-runner-of.ts";

/** The most failures listed individually; the rest are counted. */
const most = 100;

export function BulkReport() {
  const runner = bulkRunnerOf(useWorkspace());
  const state = useSyncExternalStore(runner.subscribe, runner.get);
  const panel = useRef<HTMLDivElement>(null);
  useFocusFollows(panel, state?.phase);
  return (
    <div ref={panel} role="status" aria-label="Work on visits">
      {state?.phase === "running" ? (
        <RunProgress
          label={`${state.results.length.toLocaleString()} of ${state.total.toLocaleString()}: ${countWords(state)}`}
          value={state.results.length}
          total={state.total}
          onStop={runner.stop}
        />
      ) : null}
      {state && state.phase !== "running" ? <Report state={state} onClose={runner.dismiss} /> : null}
    </div>
  );
}

function countWords({ results, done, total, phase }: BulkState): string {
  const count = (which: BulkResult["outcome"]) => results.filter(({ outcome }) => outcome === which).length;
  const [not, unknown] = [count("not"), count("unknown")];
  const left = total - results.length;
  return [
    `${count("done").toLocaleString()} ${done}`,
    ...(unknown > 0 ? [`${unknown.toLocaleString()} unknown`] : []),
    ...(not > 0 ? [`${not.toLocaleString()} not`] : []),
    ...(phase === "stopped" && left > 0 ? [`${left.toLocaleString()} left as they were`] : []),
  ].join(", ");
}

interface ReportProps {
  readonly state: BulkState;
  readonly onClose: () => void;
}

function Report({ state, onClose }: ReportProps) {
  const titleOf = useVisitTitle();
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
      onClose={onClose}
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
          {failed.length > most ? <li>and {(failed.length - most).toLocaleString()} more</li> : null}
        </ul>
      ) : null}
    </RunResult>
  );
}
