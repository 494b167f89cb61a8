import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

/** A new place in the outbox: it leaves at once, but for what `more` says. */
export function newPlace(since: number, more: Partial<QueuedSend> = {}): QueuedSend {
  return { state: "waiting", reason: "queued", since, notBefore: 0, tries: 0, ...more };
}

/** What makes an entry leave at once that waits for its time. */
export function atOnce(queued: QueuedSend): QueuedSend {
  return queued.state === "sending" ? queued : { ...queued, state: "waiting", notBefore: 0 };
}
