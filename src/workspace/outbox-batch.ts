import { eventKey } from "./event-content.ts";
import type { Settled } from "./outbox-entry.ts";
import type { BatchOptions, BatchProgress, Outbox } from "./outbox.ts";

/** Events put into the outbox at once; the rest follows as these leave. */
const pieceSize = 256;

/**
 * Sends many and waits for each one's outcome. Those that the plan forbids count as `blocked`. After a stop, what has
 * not left is taken back; what has is waited for, since its outcome must be known.
 */
export async function sendBatch(
  outbox: Outbox,
  eventIds: readonly string[],
  { signal, onProgress, onItem, allowFaults = false }: BatchOptions,
): Promise<BatchProgress> {
  const counts: Record<string, number> = {};
  const open = new Map<string, () => void>();
  let done = 0;
  const total = eventIds.length;
  const progress = (): BatchProgress => ({ total, done, counts: { ...counts } });
  const count = (outcome: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    done += 1;
    onProgress?.(progress());
  };
  const stopListening = outbox.onSettled((settled: Settled) => {
    const finish = open.get(settled.id);
    if (!finish) return;
    open.delete(settled.id);
    onItem?.(settled);
    count(settled.outcome);
    finish();
  });
  const withdrawn = (id: string) => {
    const finish = open.get(id);
    open.delete(id);
    onItem?.({ id, outcome: "withdrawn" });
    count("withdrawn");
    finish?.();
  };
  const sendOne = async (eventId: string): Promise<void> => {
    const id = eventKey(eventId);
    const finished = new Promise<void>((resolve) => open.set(id, resolve));
    const plan = signal?.aborted ? undefined : await outbox.enqueueVisit(id, { allowFaults });
    if (plan === undefined) withdrawn(id);
    else if (plan.kind === "blocked" && plan.reason !== "already-queued") {
      open.delete(id);
      onItem?.({ id, outcome: "blocked", message: plan.message });
      count("blocked");
      return;
    }
    await finished;
  };
  const takeBack = async () => {
    await Promise.all(
      [...open.keys()].map(async (id) => ((await outbox.withdraw(id)) ? withdrawn(id) : undefined)),
    );
  };
  const onStop = () => void takeBack();
  signal?.addEventListener("abort", onStop);
  try {
    for (let start = 0; start < total; start += pieceSize)
      await Promise.all(eventIds.slice(start, start + pieceSize).map(sendOne));
  } finally {
    stopListening();
    signal?.removeEventListener("abort", onStop);
  }
  return progress();
}
