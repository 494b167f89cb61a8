import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";
import { atOnce, type OutgoingQueue } from "./outgoing-queue.ts";

export async function leaveNow(
  queues: readonly OutgoingQueue[],
  isMeant: (queued: QueuedSend) => boolean,
): Promise<void> {
  const isWaiting = (queued: QueuedSend | undefined) => queued?.state === "waiting" && isMeant(queued);
  await Promise.all(
    queues.flatMap((queue) =>
      [...queue.queuedIds].filter((id) => isWaiting(queue.queued(id))).map((id) => queue.requeue(id, atOnce)),
    ),
  );
}
