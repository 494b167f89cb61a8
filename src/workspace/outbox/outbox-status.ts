import type { OutboxStatus } from "#room/workspace/attempts/outbox-entry.ts";
import type { OutboxRunner } from "./outbox-runner.ts";
import type { OutgoingQueue } from "./outgoing-queue.ts";

export function statusOf(
  queues: readonly Pick<OutgoingQueue, "queuedIds" | "queued">[],
  runner: Pick<OutboxRunner, "pause" | "storageFault">,
): OutboxStatus {
  const counts = { waiting: 0, held: 0, sending: 0 };
  let unanswered = 0;
  for (const queue of queues)
    for (const id of queue.queuedIds) {
      const { state = "waiting", repeats } = queue.queued(id) ?? {};
      if (repeats === true && state !== "held") unanswered += 1;
      else counts[state] += 1;
    }
  const pause = runner.pause();
  const fault = runner.storageFault();
  return {
    ...counts,
    ...(unanswered > 0 && { unanswered }),
    ...(pause && { pausedBecause: pause.because }),
    ...(pause && Number.isFinite(pause.until) && { pausedUntil: pause.until }),
    ...(fault !== undefined && { storageFault: fault }),
  };
}
