import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { Corrects, VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type {
  Blocked,
  Entered,
  OutboxStatus,
  SendPlan,
  SendResult,
  Settled,
} from "#room/workspace/attempts/outbox-entry.ts";
import type { MessageDraft } from "#room/workspace/messages/message-record.ts";

export interface OutgoingVisit {
  readonly eventId: string;
  /** The event as JSON. */
  readonly text: string;
  /** It corrects a charge. */
  readonly corrects?: Corrects;
}

export interface OutgoingMessage {
  /** The draft that it is. */
  readonly id: string;
  /** Equal for equal content: a service that recognizes it accepts it once. */
  readonly clientMessageId: string;
  /** The service's number of the message that it sends again. */
  readonly resendOf: number | undefined;
  readonly draft: MessageDraft;
  readonly attachments: readonly Blob[];
}

/** Performs a send; provided by the app, so that this folder does not depend on the wire. Never throws. */
export interface Sender {
  sendVisit(visit: OutgoingVisit, signal: AbortSignal): Promise<SendResult>;
  sendMessage(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>;
  /** What the service says now of visits about to be sent; empty where it can't be asked, undefined when it did not answer. */
  visitsNow?(visitIds: readonly string[]): Promise<readonly VisitRow[] | undefined>;
  /** Whether the service answers at all right now; asked before a visit is sent when the call before got no answer. */
  canReach?(signal: AbortSignal): Promise<boolean>;
}

export interface BatchProgress {
  readonly total: number;
  readonly done: number;
  /** Counts by outcome, plus `withdrawn` and `blocked`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The result for one event of a batch: an outcome, withdrawn before it left, or blocked. */
export type BatchItem =
  | Settled
  | { readonly id: string; readonly outcome: "withdrawn" | "blocked"; readonly message?: string };

export interface BatchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BatchProgress) => void;
  readonly onItem?: (item: BatchItem) => void;
  /** Includes events with blocking findings. */
  readonly allowFaults?: boolean;
  /** By event: the revision that the user looked at. */
  readonly seen?: ReadonlyMap<string, number>;
}

export interface PlanOptions {
  readonly allowFaults?: boolean;
  /** If nobody has the visit, the sender takes it first. */
  readonly isTakenFirst?: boolean;
  /** What is typed but not stored yet. */
  readonly live?: Partial<Pick<VisitSummary, "blocking" | "reason" | "visitId" | "isUnfinished">>;
}

export interface EnqueueOptions {
  readonly allowFaults?: boolean;
  /** Stays in the outbox until released. */
  readonly isHeld?: boolean;
  /** The revision that the user looked at: another one is not sent. */
  readonly seen?: number | undefined;
}

/**
 * Sends waiting to leave: one writer at a time across tabs, durable, in order. An attempt is recorded before its
 * request leaves, and an outcome that cannot be known is called unknown.
 */
export interface Outbox {
  /** What `enqueueVisit` would do now: the forecast, and the dry run before a batch. */
  plan(eventId: string, options?: PlanOptions): SendPlan;
  /**
   * Queues an event. Rejects with the plan's reason when it must not be sent. A correction of an event the service has
   * is queued under a new eventId.
   */
  enqueueVisit(eventId: string, options?: EnqueueOptions): Promise<Entered>;
  /**
   * Sends many, several concurrently. Resolves when each has an outcome or is no longer waiting, or `signal` is
   * aborted.
   */
  sendBatch(eventIds: readonly string[], options?: BatchOptions): Promise<BatchProgress>;
  /** Queues a message, to leave after `holdMs`. Freezes its draft. */
  enqueueMessage(id: string, options?: { holdMs?: number }): Promise<void>;
  /**
   * Repeats an unknown attempt with exactly the same content. Needs the user's confirmation for messages, and where
   * repeats are not declared safe. Returns why not, if blocked.
   */
  repeat(id: string, options: { confirmed: boolean }): Promise<Blocked | undefined>;
  /** Holds an entry until `release`. False when it has left. */
  hold(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Withdraws an entry. False when it has left: then its outcome must be awaited. */
  withdraw(id: string): Promise<boolean>;
  status(): OutboxStatus;
  subscribe(listener: () => void): () => void;
  /** Every outcome, including sends by other tabs. */
  onSettled(listener: (settled: Settled) => void): () => void;
  /** Checks again now: the network or the session is back. A busy service's Retry-After is respected. */
  sendWaiting(): void;
  /**
   * The service answers again after it did not: where repeats are safe, unknown attempts are repeated now, and entries
   * that waited for the user go on by themselves.
   */
  serviceIsBack(): Promise<void>;
  /** The user does not want to wait any longer for a busy or unresponsive service. */
  retryNow(): Promise<void>;
}
