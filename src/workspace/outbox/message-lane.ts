import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";
import type { KeptMessage } from "#room/workspace/messages/kept-message.ts";
import type { MessageStore } from "#room/workspace/messages/message-store.ts";
import { MessagePolicy } from "./message-policy.ts";
import { OutboxLane } from "./outbox-lane.ts";
import type { LaneParts } from "./send-lane.ts";

/** Time to read that a message was left behind, and to undo it, in milliseconds. */
const leftBehindMs = 30_000;

function isHeldLetter(queued: QueuedSend | undefined): boolean {
  return queued?.state === "waiting" && (queued.reason === "undo" || queued.reason === "left");
}

/** The lane of outgoing messages. */
export class MessageLane extends OutboxLane<KeptMessage> {
  readonly #now: () => number;

  constructor(messages: MessageStore, parts: LaneParts) {
    super(messages.index, new MessagePolicy(messages, parts), parts);
    this.#now = () => parts.now();
  }

  /** Messages delayed when their page was closed are delayed again, so that the user is told before they leave. */
  async holdLeftBehind(): Promise<void> {
    const notBefore = this.#now() + leftBehindMs;
    for (const id of this.queuedIds)
      if (isHeldLetter(this.queued(id)))
        await this.requeue(id, (queued) =>
          isHeldLetter(queued)
            ? { ...queued, reason: "left", notBefore: Math.max(queued.notBefore, notBefore) }
            : queued,
        );
  }
}
