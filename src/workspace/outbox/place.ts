import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

/** A new place in the outbox, to leave immediately unless `more` says otherwise. */
export function newPlace(since: number, more: Partial<QueuedSend> = {}): QueuedSend {
  return { state: "waiting", reason: "queued", since, notBefore: 0, tries: 0, ...more };
}

/** Makes a waiting entry leave now. */
export function atOnce(queued: QueuedSend): QueuedSend {
  return queued.state === "sending" ? queued : { ...queued, state: "waiting", notBefore: 0 };
}
