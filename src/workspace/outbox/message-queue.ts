import { settled, withoutOpenAttempt } from "#room/workspace/attempts/attempt-list.ts";
import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { StorageFailure } from "#room/workspace/browser/failures.ts";
import type { MessageDraft } from "#room/workspace/messages/message-record.ts";
import { restatedMessage, unqueuedMessage, type KeptMessage } from "#room/workspace/messages/kept-message.ts";
import type { MessageStore } from "#room/workspace/messages/message-store.ts";
import {
  begun,
  SendQueue,
  type Conclusion,
  type SendPolicy,
  type Queued,
  type SendDecision,
} from "./send-queue.ts";
import { ConflictError, type QueueParts } from "./outgoing-queue.ts";

/** The policy for outgoing messages. An unknown one is never resent automatically. */
class MessagePolicy implements SendPolicy<KeptMessage> {
  readonly kind = "message";
  readonly isSilent = false;
  readonly concurrency = 2;
  readonly claimAtOnce = 2;
  /** An outcome lost in a crash needs the user's decision, so outcomes are never batched. */
  readonly longRun = Number.POSITIVE_INFINITY;
  readonly restated = restatedMessage;
  readonly unqueued = unqueuedMessage;
  readonly takenBack = withoutOpenAttempt<KeptMessage>;
  readonly dropped = unqueuedMessage;
  readonly #messages: MessageStore;
  readonly #parts: QueueParts;

  constructor(messages: MessageStore, parts: QueueParts) {
    this.#messages = messages;
    this.#parts = parts;
  }

  tryAgain(): void {}

  mayLeave(): boolean {
    return true;
  }

  repeatsAreSafe(): boolean {
    return false;
  }

  placed(entry: KeptMessage, queued: QueuedSend): KeptMessage {
    return restatedMessage({ ...entry, queued });
  }

  decisions(ids: readonly string[]): Promise<(SendDecision<KeptMessage> | undefined)[]> {
    return Promise.all(ids.map((id) => this.#decide(id)));
  }

  async #decide(id: string): Promise<SendDecision<KeptMessage> | undefined> {
    const seen = this.#messages.index.get(id);
    const draft = await this.#messages.get(id);
    if (!seen) return undefined;
    if (!draft) return { kind: "drop", code: "ContentLost" };
    const { revision, clientMessageId } = seen;
    const resendOf = this.#messages.entry(seen.resendOf ?? "")?.messageId;
    return {
      kind: "go",
      oneAtATime: "",
      begin: (known, startedAt) => {
        if (known.revision !== revision) throw new ConflictError();
        const contentHash = `r${String(revision)}`;
        return restatedMessage(begun(known, { startedAt, by: this.#parts.userName, contentHash }));
      },
      send: async (signal) => {
        const attachments = await this.#attachments(draft);
        if (attachments)
          return this.#parts.sender.sendMessage(
            { id, clientMessageId, resendOf, draft, attachments },
            signal,
          );
        const message = "An attachment can’t be read on this device anymore. Nothing was sent.";
        return { kind: "refused", code: "AttachmentLost", message, fields: [] };
      },
    };
  }

  async #attachments(draft: MessageDraft): Promise<Blob[] | undefined> {
    const blobs: Blob[] = [];
    try {
      for (const kept of draft.attachments) blobs.push(await this.#messages.attachment(kept));
    } catch (error) {
      if (error instanceof StorageFailure && error.kind === "damaged") return undefined;
      throw error;
    }
    return blobs;
  }

  concluded(known: Queued<KeptMessage>, result: SendResult, { facts, now }: Conclusion): KeptMessage {
    const outcome = result.kind === "sent" || result.kind === "refused" ? result.kind : "unknown";
    // A refused repeat says nothing about the first attempt.
    const leavesUnknown = outcome === "refused" && known.queued.repeats === true;
    const next = settled(known, outcome, { ...facts, ...(leavesUnknown && { leavesUnknown }) });
    const sent = result.kind === "sent" ? { sentAt: now, messageId: result.messageId } : {};
    return { ...unqueuedMessage(next), ...sent };
  }
}

/** Time to read that a message was left behind, and to undo it, in milliseconds. */
const leftBehindMs = 30_000;

function isHeldLetter(queued: QueuedSend): boolean {
  return queued.state === "waiting" && (queued.reason === "undo" || queued.reason === "left");
}

export class MessageQueue extends SendQueue<KeptMessage> {
  readonly #now: () => number;

  constructor(messages: MessageStore, parts: QueueParts) {
    super(messages.index, new MessagePolicy(messages, parts), parts);
    this.#now = () => parts.now();
  }

  /**
   * Messages delayed when their page was closed are delayed again, so that the user is told before they leave. One
   * that was told of already, and is not due yet, keeps its time.
   */
  async holdLeftBehind(): Promise<void> {
    const now = this.#now();
    for (const id of this.queuedIds)
      await this.requeue(id, (queued) =>
        isHeldLetter(queued) && !(queued.reason === "left" && queued.notBefore > now)
          ? { ...queued, reason: "left", notBefore: Math.max(queued.notBefore, now + leftBehindMs) }
          : queued,
      );
  }
}
