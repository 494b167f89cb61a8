import type { OutgoingQueue } from "./outgoing-queue.ts";

/** How long to wait for another tab, in milliseconds. */
const patience = 1000;

/** Waits until an entry is no longer marked as sending, or the time limit is reached. */
export function leftSending(queue: Pick<OutgoingQueue, "queued" | "subscribe">, id: string): Promise<void> {
  return new Promise<void>((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = queue.subscribe(() => {
      if (queue.queued(id)?.state !== "sending") end();
    });
    const timer = setTimeout(end, patience);
  });
}
