import { RunItems, RunReport } from "#room/features/visits/run-report.tsx";
import { Button } from "#room/ui/button.tsx";
import { formatCount } from "#room/ui/formats.ts";
import type { BulkResult, BulkRunner, BulkState } from "./bulk-run.ts";

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
  const { results, total, phase, undo } = state;
  const failed = results.filter(({ outcome }) => outcome !== "done");
  return (
    <RunReport
      state={state}
      job={runner}
      progress={{
        label: `${formatCount(results.length)} of ${formatCount(total)}: ${countWords(state)}`,
        value: results.length,
        total,
      }}
      tone={failed.length > 0 ? "warn" : "ok"}
      title={`${phase === "stopped" ? "Stopped. " : ""}${countWords(state)}`}
      actions={
        undo ? (
          <Button size="small" onClick={undo}>
            Undo
          </Button>
        ) : undefined
      }
    >
      <RunItems label="Not done" items={failed} />
    </RunReport>
  );
}
