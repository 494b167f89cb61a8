import { StorageFailure } from "#room/workspace/browser/failures.ts";
import type { MessageDraft } from "#room/workspace/messages/message-record.ts";
import type { KeptMessage, MessageStore } from "#room/workspace/messages/message-store.ts";
import { restatedMessage, unqueuedMessage } from "#room/workspace/messages/message-store.ts";
import type { QueuedSend, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { TooLate, afterNotAccepted, factsOfResult, isNotAccepted } from "./send-lane.ts";
import type { ChangePlace, Claimed, SendLane, SentAttempt } from "./send-lane.ts";
import { busyPause } from "./send-pauses.ts";
import {
  openAttempt,
  settled,
  withAttempt,
  withoutOpenAttempt,
} from "#room/workspace/attempts/attempt-list.ts";
import type { LaneParts } from "./send-lane.ts";

/** Time to read that a letter was left behind, and to take it back. Milliseconds. */
const leftBehindMs = 30_000;

function isHeldLetter(queued: QueuedSend | undefined): boolean {
  return queued?.state === "waiting" && (queued.reason === "undo" || queued.reason === "left");
}

/** Messages on their way. An unknown one is never sent again by itself. */
export class MessageLane implements SendLane {
  readonly kind = "message";
  readonly isSilent = false;
  readonly concurrency = 2;
  readonly claimAtOnce = 2;
  readonly #messages: MessageStore;
  readonly #parts: LaneParts;

  constructor(messages: MessageStore, parts: LaneParts) {
    this.#messages = messages;
    this.#parts = parts;
  }

  tryAgain(): void {}

  mayLeave(): boolean {
    return true;
  }

  get queuedIds(): ReadonlySet<string> {
    return this.#messages.index.queued;
  }

  queued(id: string): QueuedSend | undefined {
    return this.#messages.index.get(id)?.queued;
  }

  startedAt(id: string): number | undefined {
    const entry = this.#messages.index.get(id);
    return entry && openAttempt(entry)?.startedAt;
  }

  lastStartedAt(id: string): number | undefined {
    return this.#messages.index.get(id)?.attempts.at(-1)?.startedAt;
  }

  subscribe(listener: () => void): () => void {
    return this.#messages.subscribe(listener);
  }

  /** What was held when its page was closed is held anew, so that it is told of before it leaves. */
  async holdLeftBehind(): Promise<void> {
    const notBefore = this.#parts.now() + leftBehindMs;
    for (const id of this.queuedIds)
      if (isHeldLetter(this.queued(id)))
        await this.requeue(id, (queued) =>
          isHeldLetter(queued)
            ? { ...queued, reason: "left", notBefore: Math.max(queued.notBefore, notBefore) }
            : queued,
        );
  }

  async claim(ids: readonly string[]): Promise<{ claimed: Claimed[]; dropped: Settled[] }> {
    const claimed: Claimed[] = [];
    const dropped: Settled[] = [];
    for (const id of ids) {
      const draft = await this.#messages.get(id);
      if (!draft) {
        await this.requeue(id, () => undefined);
        dropped.push({ id, kind: "message", outcome: "not-accepted", code: "ContentLost" });
        continue;
      }
      const startedAt = this.#parts.now();
      if (!(await this.#start(id, startedAt))) continue;
      const clientMessageId = this.#messages.index.get(id)?.clientMessageId ?? id;
      const send = async (signal: AbortSignal) => {
        const attachments = await this.#attachments(draft);
        const message = attachments && { clientMessageId, draft, attachments };
        if (message) return this.#parts.sender.sendMessage(message, signal);
        const words = "An attachment can't be read in this browser anymore. Nothing was sent.";
        return { kind: "refused", code: "AttachmentLost", message: words, fields: [] } as const;
      };
      claimed.push({ id, startedAt, send });
    }
    return { claimed, dropped };
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

  async #start(id: string, startedAt: number): Promise<boolean> {
    const apply = (known: KeptMessage | undefined) => {
      if (known?.queued?.state !== "waiting") throw new TooLate();
      const contentHash = `r${String(known.revision)}`;
      const begun = withAttempt(known, { startedAt, by: this.#parts.userName, contentHash });
      return restatedMessage({ ...begun, queued: { ...known.queued, state: "sending" } });
    };
    try {
      await this.#messages.index.change(id, apply, { strict: true });
      return true;
    } catch (error) {
      if (error instanceof TooLate) return false;
      throw error;
    }
  }

  async settle(
    id: string,
    result: SendResult,
    { startedAt, durationMs }: SentAttempt,
  ): Promise<Settled | undefined> {
    const now = this.#parts.now();
    const random = this.#parts.random();
    const facts = factsOfResult(result, durationMs);
    let told: Settled | undefined;
    await this.#messages.index.change(id, (known) => {
      told = undefined;
      if (!known?.queued || openAttempt(known)?.startedAt !== startedAt) return known;
      if (isNotAccepted(result)) {
        const pause = result.kind === "busy" ? busyPause(known.queued.tries, result.retryAfterMs, random) : 0;
        const queued = afterNotAccepted(known.queued, result, { now, pause });
        return restatedMessage({ ...settled(known, "not-accepted", facts), queued });
      }
      const outcome = result.kind === "sent" || result.kind === "refused" ? result.kind : "unknown";
      // The service's refusal of a repeat says nothing of the first one.
      const leavesUnknown = outcome === "refused" && known.queued.repeats === true;
      const next = settled(known, outcome, { ...facts, ...(leavesUnknown && { leavesUnknown }) });
      const { code, message } = facts as { code?: string; message?: string };
      told = { id, kind: "message", outcome, ...(code && { code }), ...(message && { message }) };
      const sent = result.kind === "sent" ? { sentAt: now, messageId: result.messageId } : {};
      return { ...unqueuedMessage(next), ...sent, updatedAt: now };
    });
    return told;
  }

  async unclaim(ids: readonly string[], change: ChangePlace = (queued) => queued): Promise<void> {
    await Promise.all(
      ids.map((id) =>
        this.#messages.index.change(id, (known) => {
          if (known?.queued?.state !== "sending") return known;
          const queued = change({ ...known.queued, state: "waiting" });
          const entry = withoutOpenAttempt(known);
          return queued ? restatedMessage({ ...entry, queued }) : unqueuedMessage(entry);
        }),
      ),
    );
  }

  async requeue(id: string, change: ChangePlace): Promise<boolean> {
    let isDone = false;
    const apply = (known: KeptMessage | undefined) => {
      isDone = known?.queued !== undefined && known.queued.state !== "sending";
      if (!isDone || !known?.queued) return known;
      const queued = change(known.queued);
      return queued ? restatedMessage({ ...known, queued }) : unqueuedMessage(known);
    };
    await this.#messages.index.change(id, apply, { strict: true });
    return isDone;
  }
}
