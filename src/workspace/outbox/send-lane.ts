import type { QueuedSend, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { Sender } from "./outbox.ts";

/** What a lane is given. */
export interface LaneParts {
  readonly sender: Sender;
  readonly userName: string;
  now(): number;
  random(): number;
  repeatsAreSafe(): boolean;
  examplesMayLeave(): boolean;
}

/** Something whose attempt is written down and that may now leave. */
export interface Claimed {
  readonly id: string;
  readonly startedAt: number;
  send(signal: AbortSignal): Promise<SendResult>;
}

/** Which attempt an outcome belongs to. */
export interface SentAttempt {
  readonly startedAt: number;
  /** Milliseconds from when its request left; absent when that is not known. */
  readonly durationMs?: number;
}

/** Undefined takes it out. */
export type ChangePlace = (queued: QueuedSend) => QueuedSend | undefined;

/** One kind of what leaves by the outbox: its rows, and how an attempt is written, completed or taken back. */
export interface SendLane {
  readonly kind: Settled["kind"];
  /** Requests under way at once. */
  readonly concurrency: number;
  /** How many attempts are written in one go. */
  readonly claimAtOnce: number;
  /** The service does not answer, so nothing new leaves until a person says so. */
  readonly isSilent: boolean;
  /** A person wants to try a silent service again. */
  tryAgain(): void;
  /** False while it must wait for a silent service. */
  mayLeave(id: string): boolean;
  /** Ids in the outbox. */
  readonly queuedIds: ReadonlySet<string>;
  queued(id: string): QueuedSend | undefined;
  /** When the attempt under way began, as it is written. */
  startedAt(id: string): number | undefined;
  /** When its last attempt began, whatever became of it. */
  lastStartedAt(id: string): number | undefined;
  subscribe(listener: () => void): () => void;
  /**
   * Writes the attempts down, durably. Gives those that may leave, and tells what left the outbox unsent; the rest
   * stays as it is.
   */
  claim(ids: readonly string[]): Promise<{ claimed: Claimed[]; dropped: Settled[] }>;
  /** Completes the attempt. Gives the outcome to tell, or undefined when it goes on waiting. */
  settle(id: string, result: SendResult, sent: SentAttempt): Promise<Settled | undefined>;
  /** Takes attempts back whose requests surely never left; they wait again, or as `change` says. */
  unclaim(ids: readonly string[], change?: ChangePlace): Promise<void>;
  /** Changes a place in the outbox while it has not left; undefined takes it out. False when it has left. */
  requeue(id: string, change: ChangePlace): Promise<boolean>;
}

/** The place in the outbox moved on while something else was decided. */
export class ConflictError extends Error {}

/** How a place in the outbox goes on after a send that was surely not accepted. */
export function afterNotAccepted(
  queued: QueuedSend,
  result: SendResult,
  { now, pause }: { now: number; pause: number },
): QueuedSend {
  const { kind } = result;
  const reason = kind === "no-session" ? "session" : kind === "not-sent" ? "offline" : "busy";
  const notBefore = kind === "busy" ? now + pause : 0;
  return { ...queued, state: "waiting", reason, notBefore, tries: queued.tries + 1 };
}

export function isNotAccepted(result: SendResult): boolean {
  return result.kind === "busy" || result.kind === "not-sent" || result.kind === "no-session";
}

/** What an attempt keeps of a result. */
export function factsOfResult(result: SendResult, durationMs: number | undefined) {
  const requestId = "requestId" in result ? result.requestId : undefined;
  const message = "message" in result ? result.message : undefined;
  return {
    ...(durationMs !== undefined && { durationMs }),
    ...(requestId !== undefined && { requestId }),
    ...(message !== undefined && message !== "" && { message }),
    ...(result.kind === "refused" && { code: result.code, fields: result.fields }),
    ...(result.kind === "sent" && { messageId: result.messageId }),
  };
}
