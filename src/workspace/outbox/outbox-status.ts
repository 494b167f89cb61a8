import type { OutboxStatus } from "#room/workspace/attempts/outbox-entry.ts";
import type { OutboxRunner } from "./outbox-runner.ts";
import type { SendLane } from "./send-lane.ts";

export function statusOf(
  lanes: readonly SendLane[],
  runner: Pick<OutboxRunner, "pause" | "storageFault">,
): OutboxStatus {
  const counts = { waiting: 0, held: 0, sending: 0 };
  for (const lane of lanes) for (const id of lane.queuedIds) counts[lane.queued(id)?.state ?? "waiting"] += 1;
  const pause = runner.pause();
  const fault = runner.storageFault();
  return {
    ...counts,
    ...(pause && { pausedBecause: pause.because }),
    ...(pause && Number.isFinite(pause.until) && { pausedUntil: pause.until }),
    ...(fault !== undefined && { storageFault: fault }),
  };
}
