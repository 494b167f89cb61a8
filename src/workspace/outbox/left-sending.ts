import type { SendLane } from "./send-lane.ts";

/** How long another tab is waited for. Milliseconds. */
const patience = 1000;

/** Until an entry is no longer written down as sending, or it has been waited for long enough. */
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
