import { onceFor } from "#room/signals/once-for.ts";
import { BackgroundJob, type JobState } from "#room/features/parts/background-job.ts";
import type { OutcomeCounts, SendOutcome } from "#room/features/visits/states.ts";
import type { BatchItem, Outbox } from "#room/workspace/outbox/outbox.ts";

export interface SentItem {
  readonly eventId: string;
  readonly outcome: SendOutcome;
  readonly message?: string;
}

export interface SendState extends JobState {
  readonly total: number;
  readonly done: number;
  readonly counts: OutcomeCounts;
  /** In the order they were settled. */
  readonly items: readonly SentItem[];
  readonly failure?: string;
}

/** The batches of one workspace, one at a time. `stop` withdraws what has not left from the outbox. */
export class BatchSender extends BackgroundJob<SendState> {
  readonly #outbox: Outbox;
  /** Of the newest batch, in the order they were settled. */
  #items: SentItem[] = [];

  constructor(outbox: Outbox) {
    super();
    this.#outbox = outbox;
    // An unanswered send may get an answer later; its reported outcome is updated.
    outbox.onSettled((settled) => {
      const at = this.#items.findIndex(({ eventId }) => eventId === settled.id);
      if (at === -1 || this.#items[at]?.outcome === settled.outcome) return;
      this.#items[at] = itemOf(settled);
      this.correct((state) => ({ ...state, items: [...this.#items], counts: countsOf(this.#items) }));
    });
  }

  /** `seen`: the revisions that the user looked at. */
  async start(eventIds: readonly string[], seen: ReadonlyMap<string, number>): Promise<void> {
    if (eventIds.length === 0) return;
    const items: SentItem[] = [];
    let done = 0;
    await this.run({
      look: (phase, failure) => ({
        phase,
        total: eventIds.length,
        done,
        counts: countsOf(items),
        items: [...items],
        ...(failure !== undefined && { failure }),
      }),
      work: async (signal, step) => {
        this.#items = items;
        await this.#outbox.sendBatch(eventIds, {
          signal,
          seen,
          onProgress: (next) => {
            ({ done } = next);
            step();
          },
          onItem: (item) => {
            items.push(itemOf(item));
            step();
          },
        });
      },
    });
  }
}

export const batchSenderOf = onceFor((outbox: Outbox) => new BatchSender(outbox));

function itemOf({ id, outcome, message }: Pick<BatchItem, "id" | "outcome" | "message">): SentItem {
  return { eventId: id, outcome, ...(message !== undefined && { message }) };
}

function countsOf(items: readonly SentItem[]): OutcomeCounts {
  const counts: Partial<Record<SendOutcome, number>> = {};
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
