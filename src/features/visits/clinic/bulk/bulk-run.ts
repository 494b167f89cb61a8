import { BackgroundJob } from "#room/features/parts/background-job.ts";
import { fewAtATime } from "#room/api/few-at-a-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";

export interface BulkResult {
  readonly visitId: string;
  readonly eventId: string;
  readonly isDone: boolean;
  /** Why not, or other information. */
  readonly words: string;
}

export interface BulkState {
  readonly phase: "running" | "done" | "stopped" | "failed";
  /** The past participle for visits that succeeded: "closed". */
  readonly done: string;
  readonly total: number;
  readonly results: readonly BulkResult[];
  /** Some are done, and can be put back as they were. */
  readonly canUndo: boolean;
}

/** Resolves with undefined on success, else with the reason. */
export type BulkWork = (visit: VisitRow, signal: AbortSignal) => Promise<string | undefined>;

const atOnce = 4;

export class BulkRunner extends BackgroundJob<BulkState> {
  readonly #wordsOf: (error: unknown) => string;
  #undo: (() => Promise<void>) | undefined;

  constructor(wordsOf: (error: unknown) => string) {
    super();
    this.#wordsOf = wordsOf;
  }

  /**
   * Runs it for exactly these visits, whatever changes meanwhile. Never throws: each visit has its own result.
   * @param putBack makes a visit again what it was before
   */
  async start(done: string, visits: readonly VisitRow[], work: BulkWork, putBack?: BulkWork): Promise<void> {
    if (visits.length === 0) return;
    const results: BulkResult[] = [];
    await this.run({
      look: (phase) => ({
        // Stopped after the last had begun: nothing was left.
        phase: phase === "stopped" && results.length === visits.length ? "done" : phase,
        done,
        total: visits.length,
        results: [...results],
        canUndo: putBack !== undefined && phase !== "running" && results.some(({ isDone }) => isDone),
      }),
      work: async (signal, step) => {
        const isDone = (visit: VisitRow) =>
          results.some(({ visitId, isDone }) => isDone && visitId === visit.visitId);
        this.#undo = putBack && (() => this.start("put back", visits.filter(isDone), putBack));
        const turn = fewAtATime(atOnce);
        const doOne = async (visit: VisitRow) => {
          if (signal.aborted) return;
          results.push(await this.#result(visit, work, signal));
          step();
        };
        await Promise.all(visits.map((visit) => turn(() => doOne(visit))));
      },
    });
  }

  readonly undo = (): void => void this.#undo?.();

  async #result(visit: VisitRow, work: BulkWork, signal: AbortSignal): Promise<BulkResult> {
    const { visitId, eventId } = visit;
    try {
      const whyNot = await work(visit, signal);
      return { visitId, eventId, isDone: whyNot === undefined, words: whyNot ?? "" };
    } catch (error) {
      return { visitId, eventId, isDone: false, words: this.#wordsOf(error) };
    }
  }
}
