import type {
  Blocked,
  Entered,
  OutboxStatus,
  SendPlan,
  SendResult,
  Settled,
} from "#room/workspace/attempts/outbox-entry.ts";
import type { MessageDraft } from "#room/workspace/messages/message-record.ts";
import type { VisitFacts } from "#room/workspace/visits/visit-record.ts";

/** An event on its way. */
export interface OutgoingVisit {
  readonly eventId: string;
  /** The event as JSON. */
  readonly text: string;
}

/** A message on its way. */
export interface OutgoingMessage {
  /** The same for the same content: a service that knows it again takes it once. */
  readonly clientMessageId: string;
  readonly draft: MessageDraft;
  readonly attachments: readonly Blob[];
}

/** How a send leaves; given by the wiring, so that this room knows nothing of the wire. Never throws. */
export interface Sender {
  sendVisit(visit: OutgoingVisit, signal: AbortSignal): Promise<SendResult>;
  sendMessage(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>;
}

export interface BatchProgress {
  readonly total: number;
  readonly done: number;
  /** How many ended in each way, by outcome, or `withdrawn` or `blocked`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What became of one event of a batch: an outcome, taken back before it left, or never allowed in. */
export type BatchItem =
  | Settled
  | { readonly id: string; readonly outcome: "withdrawn" | "blocked"; readonly message?: string };

export interface BatchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BatchProgress) => void;
  readonly onItem?: (item: BatchItem) => void;
  /** Also events with blocking findings. */
  readonly allowFaults?: boolean;
}

export interface PlanOptions {
  /** Also with blocking findings. */
  readonly allowFaults?: boolean;
  /** Whoever sends it takes the visit first, where nobody has it. */
  readonly isTakenFirst?: boolean;
  /** What is typed and not kept yet. */
  readonly live?: Partial<Pick<VisitFacts, "blocking" | "reason" | "visitId">>;
}

export interface EnqueueOptions {
  /** Also with blocking findings. */
  readonly allowFaults?: boolean;
  /** Stays in the outbox until it is released. */
  readonly isHeld?: boolean;
}

/**
 * Sends that wait until they can leave: one writer at a time across tabs, durable, in order. An attempt is written
 * down before its request leaves, and what cannot be known is called unknown.
 */
export interface Outbox {
  /** What `enqueueVisit` would do now: the forecast, and the dry run before a batch. */
  plan(eventId: string, options?: PlanOptions): SendPlan;
  /**
   * Puts an event in. Refused with the plan's reason when it must not leave. A correction of what the service has
   * goes in under a new eventId.
   */
  enqueueVisit(eventId: string, options?: EnqueueOptions): Promise<Entered>;
  /**
   * Has everything at hand for a send of this event until the returned function is called: the right to send, its
   * text and its fingerprint. The attempt then goes to the disk in one write, and the request right after it.
   */
  ready(eventId: string): () => void;
  /** Sends many, several at once; resolves when each has an outcome, waits its turn no more, or `signal` stopped it. */
  sendBatch(eventIds: readonly string[], options?: BatchOptions): Promise<BatchProgress>;
  /** Puts a message in, to leave after `holdMs`. Freezes its draft. */
  enqueueMessage(id: string, options?: { holdMs?: number }): Promise<void>;
  /**
   * Repeats an unknown attempt with exactly what it sent. Where repeats are not declared safe, and for every
   * message, only with a person's word. Gives why not, when it does not.
   */
  repeat(id: string, options: { confirmed: boolean }): Promise<Blocked | undefined>;
  /** Stops an entry until `release`. False when it has left already. */
  hold(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Takes an entry out. False when it has left already: then its outcome must be awaited. */
  withdraw(id: string): Promise<boolean>;
  status(): OutboxStatus;
  subscribe(listener: () => void): () => void;
  /** Every outcome, also of sends that another tab made. */
  onSettled(listener: (settled: Settled) => void): () => void;
  /** Looks again at once: the network or the session is back. What a busy service asked for is kept to. */
  sendWaiting(): void;
  /** A person does not want to wait any longer for a busy or silent service. */
  retryNow(): Promise<void>;
}
