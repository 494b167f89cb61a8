import type { BatchProgress, Outbox } from "#room/workspace/outbox.ts";

/** What became of one event of a batch. */
export interface SentItem {
  readonly eventId: string;
  readonly outcome: string;
  readonly message?: string;
}

/** Where a batch of sends stands. */
export interface SendState {
  readonly phase: "running" | "done" | "stopped" | "failed";
  readonly total: number;
  readonly done: number;
  readonly counts: Readonly<Record<string, number>>;
  /** In the order in which they were settled. */
  readonly items: readonly SentItem[];
  readonly failure?: string;
}

/** The batches of one workspace, one at a time; outlives the page. */
export interface BatchSender {
  get(): SendState | undefined;
  subscribe(listener: () => void): () => void;
  start(eventIds: readonly string[]): Promise<void>;
  /** What has not left yet is taken out of the outbox again; what is on its way is awaited. */
  stop(): void;
  dismiss(): void;
}

/** How often the page hears of progress, at most. Milliseconds. */
const publishEvery = 300;

export function createBatchSender(outbox: Outbox): BatchSender {
  let state: SendState | undefined;
  let abort: AbortController | undefined;
  const listeners = new Set<() => void>();
  const publish = (next: SendState | undefined) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const run = async (eventIds: readonly string[], signal: AbortSignal) => {
    const items: SentItem[] = [];
    let progress: BatchProgress = { total: eventIds.length, done: 0, counts: {} };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (phase: SendState["phase"], failure?: string) => {
      clearTimeout(timer);
      timer = undefined;
      publish({ phase, ...progress, items: [...items], ...(failure === undefined ? {} : { failure }) });
    };
    const soon = () => {
      timer ??= setTimeout(() => show("running"), publishEvery);
    };
    show("running");
    try {
      progress = await outbox.sendBatch(eventIds, {
        signal,
        onProgress: (next) => {
          progress = next;
          soon();
        },
        onItem: (item) => {
          const message = "message" in item ? item.message : undefined;
          const { id: eventId, outcome } = item;
          items.push(message === undefined ? { eventId, outcome } : { eventId, outcome, message });
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
