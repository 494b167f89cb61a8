import { given } from "#room/contract/keys-of.ts";
import type { QueuedSend, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { Sender } from "./outbox.ts";
import { busyPause } from "./send-pauses.ts";

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

export interface QueueParts {
  readonly sender: Sender;
  readonly userName: string;
  now(): number;
  random(): number;
  repeatsAreSafe(): boolean;
  examplesMayLeave(): boolean;
}

/** An entry whose attempt is recorded and that may now leave. */
export interface Claimed {
  readonly id: string;
  readonly startedAt: number;
  send(signal: AbortSignal): Promise<SendResult>;
}

export interface SentAttempt {
  readonly startedAt: number;
  /** Milliseconds since its request left; absent when unknown. */
  readonly durationMs?: number;
}

/** Returning undefined removes it. */
export type ChangePlace = (queued: QueuedSend) => QueuedSend | undefined;

/** One kind of outgoing rows, and how an attempt is recorded, completed or withdrawn. */
export interface OutgoingQueue {
  readonly kind: Settled["kind"];
  readonly concurrency: number;
  /** How many attempts are recorded in one write. */
  readonly claimAtOnce: number;
  /** The service is unresponsive, so nothing new leaves until the user retries. */
  readonly isSilent: boolean;
  tryAgain(): void;
  /** False while it must wait for an unresponsive service. */
  mayLeave(id: string): boolean;
  readonly queuedIds: ReadonlySet<string>;
  queued(id: string): QueuedSend | undefined;
  startedAt(id: string): number | undefined;
  /** When its last attempt started, whatever its outcome. */
  lastStartedAt(id: string): number | undefined;
  subscribe(listener: () => void): () => void;
  /** Durably records attempts. Returns those that may leave and the entries removed unsent; the rest are unchanged. */
  claim(ids: readonly string[]): Promise<{ claimed: Claimed[]; dropped: Settled[] }>;
  /** Completes the attempt. Returns the outcome to report, or undefined when the entry keeps waiting. */
  settle(id: string, result: SendResult, sent: SentAttempt): Promise<Settled | undefined>;
  /** Withdraws attempts whose requests certainly never left. The entries wait again, or as `change` says. */
  unclaim(ids: readonly string[], change?: ChangePlace): Promise<void>;
  /** Changes a place in the outbox before it leaves; undefined removes it. False when it has left. */
  requeue(id: string, change: ChangePlace): Promise<boolean>;
}

/** The place in the outbox changed while something else was decided. */
export class ConflictError extends Error {}

/** The place of an entry after a send that was certainly not accepted. */
export function afterNotAccepted(
  queued: QueuedSend,
  result: SendResult,
  { now, random }: { now: number; random: number },
): QueuedSend {
  const { kind } = result;
  const reason = kind === "no-session" ? "session" : kind === "not-sent" ? "offline" : "busy";
  const notBefore = result.kind === "busy" ? now + busyPause(queued.tries, result.retryAfterMs, random) : 0;
  // A request that never left says nothing about the service: neither the backoff nor the repeats of it count.
  const tries = kind === "not-sent" ? queued.tries : queued.tries + 1;
  return { ...queued, state: "waiting", reason, notBefore, tries };
}

export function isNotAccepted(result: SendResult): boolean {
  return result.kind === "busy" || result.kind === "not-sent" || result.kind === "no-session";
}

/** The parts of a result that an attempt keeps. */
export function factsOfResult(result: SendResult, durationMs: number | undefined) {
  const requestId = "requestId" in result ? result.requestId : undefined;
  const message = "message" in result ? result.message : undefined;
  return {
    ...given({ durationMs, requestId, message: message || undefined }),
    ...(result.kind === "refused" && { code: result.code, fields: result.fields }),
    ...(result.kind === "sent" && { messageId: result.messageId }),
  };
}

export async function leaveNow(
  queues: readonly OutgoingQueue[],
  isMeant: (queued: QueuedSend) => boolean,
): Promise<void> {
  const isWaiting = (queued: QueuedSend | undefined) => queued?.state === "waiting" && isMeant(queued);
  await Promise.all(
    queues.flatMap((queue) =>
      [...queue.queuedIds].filter((id) => isWaiting(queue.queued(id))).map((id) => queue.requeue(id, atOnce)),
    ),
  );
}

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
