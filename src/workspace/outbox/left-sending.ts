import type { SendLane } from "./send-lane.ts";

/** How long to wait for another tab, in milliseconds. */
const patience = 1000;

/** Waits until an entry is no longer marked as sending, or the time limit is reached. */
export function leftSending(lane: SendLane, id: string): Promise<void> {
  return new Promise<void>((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = lane.subscribe(() => {
      if (lane.queued(id)?.state !== "sending") end();
    });
    const timer = setTimeout(end, patience);
  });
}
