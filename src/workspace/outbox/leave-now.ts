import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";
import { atOnce, type SendLane } from "./send-lane.ts";

export async function leaveNow(
  lanes: readonly SendLane[],
  isMeant: (queued: QueuedSend) => boolean,
): Promise<void> {
  const isWaiting = (queued: QueuedSend | undefined) => queued?.state === "waiting" && isMeant(queued);
  await Promise.all(
    lanes.flatMap((lane) =>
      [...lane.queuedIds].filter((id) => isWaiting(lane.queued(id))).map((id) => lane.requeue(id, atOnce)),
    ),
  );
}
