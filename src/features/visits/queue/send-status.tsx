import { latePart } from "#room/features/parts/late-part.tsx";
import { RunStatus } from "#room/features/visits/run-status.tsx";
import type { BatchSender } from "./send-run.ts";

const BatchReport = latePart(async () => (await import("./batch-report.tsx")).BatchReport);

export function SendStatus({ batches }: { readonly batches: BatchSender }) {
  return (
    <RunStatus label="Sending" job={batches}>
      {(batch) => <BatchReport {...{ batch, batches }} />}
    </RunStatus>
  );
}
