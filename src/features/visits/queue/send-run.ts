import type { BatchItem, Outbox } from "#room/workspace/outbox/outbox.ts";

/** The result for one event of a batch. */
export interface SentItem {
  readonly eventId: string;
  readonly outcome: string;
  readonly message?: string;
}

/** The progress of a batch. */
export interface SendState {
  readonly phase: "running" | "done" | "stopped" | "failed";
  readonly total: number;
  readonly done: number;
  readonly counts: Readonly<Record<string, number>>;
  /** In the order they were settled. */
  readonly items: readonly SentItem[];
  readonly failure?: string;
}

/** The batches of one workspace, one at a time; outlives the page. */
export interface BatchSender {
  get(): SendState | undefined;
  subscribe(listener: () => void): () => void;
  start(eventIds: readonly string[]): Promise<void>;
  /** Withdraws what has not left from the outbox, and awaits what is being sent. */
  stop(): void;
  dismiss(): void;
}

/** The shortest interval between progress updates. Milliseconds. */
const publishEvery = 100;

const senders = new WeakMap<Outbox, BatchSender>();

/** The batch sender of this outbox. */
export function batchSenderOf(outbox: Outbox): BatchSender {
  const known = senders.get(outbox) ?? createBatchSender(outbox);
  senders.set(outbox, known);
  return known;
}

function itemOf({ id, outcome, message }: Pick<BatchItem, "id" | "outcome" | "message">): SentItem {
  return { eventId: id, outcome, ...(message !== undefined && { message }) };
}

function countsOf(items: readonly SentItem[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function createBatchSender(outbox: Outbox): BatchSender {
  let state: SendState | undefined;
  let abort: AbortController | undefined;
  let items: SentItem[] = [];
  const listeners = new Set<() => void>();
  const publish = (next: SendState | undefined) => {
    state = next;
    for (const listener of listeners) listener();
  };
  // An unanswered send may get an answer later; its reported outcome is updated.
  outbox.onSettled(({ id, outcome, message }) => {
    const at = items.findIndex(({ eventId }) => eventId === id);
    if (at === -1 || !state || items[at]?.outcome === outcome) return;
    items[at] = itemOf({ id, outcome, ...(message !== undefined && { message }) });
    if (state.phase !== "running") publish({ ...state, items: [...items], counts: countsOf(items) });
  });
  const run = async (eventIds: readonly string[], signal: AbortSignal) => {
    items = [];
    const total = eventIds.length;
    let done = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (phase: SendState["phase"], failure?: string) => {
      clearTimeout(timer);
      timer = undefined;
      const counts = countsOf(items);
      publish({ phase, total, done, counts, items: [...items], ...(failure !== undefined && { failure }) });
    };
    const soon = () => {
      timer ??= setTimeout(() => show("running"), publishEvery);
    };
    show("running");
    try {
      await outbox.sendBatch(eventIds, {
        signal,
        onProgress: (next) => {
          ({ done } = next);
          soon();
        },
        onItem: (item) => {
          items.push(itemOf(item));
          soon();
        },
      });
      show(signal.aborted ? "stopped" : "done");
    } catch (error) {
      if (signal.aborted) show("stopped");
      else show("failed", error instanceof Error ? error.message : String(error));
    }
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(eventIds) {
      if (abort || eventIds.length === 0) return;
      abort = new AbortController();
      await run(eventIds, abort.signal);
      abort = undefined;
    },
    stop: () => abort?.abort(),
    dismiss: () => {
      if (state?.phase !== "running") publish(undefined);
    },
  };
}
