import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

/** A new place in the outbox, to leave immediately unless `more` says otherwise. */
export function newPlace(since: number, more: Partial<QueuedSend> = {}): QueuedSend {
  return { state: "waiting", reason: "queued", since, notBefore: 0, tries: 0, ...more };
}

/** Nothing asks for a longer wait, so what seems to was queued before the clock was set back. Milliseconds. */
const longestWait = 2 * 3_600_000;

/** When a wait until that time ends. */
export function endOfWait(until: number, now: number): number {
  return until - now > longestWait && Number.isFinite(until) ? now : until;
}

/** Makes a waiting entry leave now. */
export function atOnce(queued: QueuedSend): QueuedSend {
  return queued.state === "sending" ? queued : { ...queued, state: "waiting", notBefore: 0 };
}
