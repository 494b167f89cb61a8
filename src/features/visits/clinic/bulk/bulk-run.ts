import { fewAtATime } from "#room/api/few-at-a-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";

/** The result for one visit. */
export interface BulkResult {
  readonly visitId: string;
  readonly eventId: string;
  readonly isDone: boolean;
  /** Why not, or other information. */
  readonly words: string;
}

export interface BulkState {
  readonly phase: "running" | "done" | "stopped";
  /** The past participle for visits that succeeded: "closed". */
  readonly done: string;
  readonly total: number;
  readonly results: readonly BulkResult[];
}

/** Runs bulk actions one at a time; outlives the page. */
export interface BulkRunner {
  get(): BulkState | undefined;
  subscribe(listener: () => void): () => void;
  /** Runs it for exactly these visits, whatever changes meanwhile. Never throws: each visit has its own result. */
  start(done: string, visits: readonly VisitRow[], work: BulkWork): Promise<void>;
  /** Skips what has not started, and awaits what is in progress. */
  stop(): void;
  dismiss(): void;
}

/** Resolves with undefined on success, else with the reason. */
export type BulkWork = (visit: VisitRow, signal: AbortSignal) => Promise<string | undefined>;

const atOnce = 4;
/** The shortest interval between progress updates. Milliseconds. */
const publishEvery = 100;

export function createBulkRunner(wordsOf: (error: unknown) => string): BulkRunner {
  let state: BulkState | undefined;
  let abort: AbortController | undefined;
  const listeners = new Set<() => void>();
  const publish = (next: BulkState | undefined) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const doOne = async (visit: VisitRow, work: BulkWork, signal: AbortSignal): Promise<BulkResult> => {
    const { visitId, eventId } = visit;
    try {
      const whyNot = await work(visit, signal);
      return { visitId, eventId, isDone: whyNot === undefined, words: whyNot ?? "" };
    } catch (error) {
      return { visitId, eventId, isDone: false, words: wordsOf(error) };
    }
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(done, visits, work) {
      if (abort || visits.length === 0) return;
      abort = new AbortController();
      const { signal } = abort;
      const results: BulkResult[] = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (phase: BulkState["phase"]) => {
        clearTimeout(timer);
        timer = undefined;
        publish({ phase, done, total: visits.length, results: [...results] });
      };
      show("running");
      const turn = fewAtATime(atOnce);
      await Promise.all(
        visits.map((visit) =>
          turn(async () => {
            if (signal.aborted) return;
            results.push(await doOne(visit, work, signal));
            timer ??= setTimeout(() => show("running"), publishEvery);
          }),
        ),
      );
      show(signal.aborted && results.length < visits.length ? "stopped" : "done");
      abort = undefined;
    },
    stop: () => abort?.abort(),
    dismiss: () => {
      if (state?.phase !== "running") publish(undefined);
    },
  };
}
