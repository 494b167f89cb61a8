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
  /** Puts those that are done back as they were; undefined where there is none, or no way back. */
  readonly undo: (() => void) | undefined;
}

/** Resolves with undefined on success, else with the reason. */
export type BulkWork = (visit: VisitRow, signal: AbortSignal) => Promise<string | undefined>;

const atOnce = 4;

export class BulkRunner extends BackgroundJob<BulkState> {
  readonly #wordsOf: (error: unknown) => string;

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
    const doneOf = () => {
      const done = new Set(results.filter(({ isDone }) => isDone).map(({ visitId }) => visitId));
      return visits.filter(({ visitId }) => done.has(visitId));
    };
    const undoOf = (done: readonly VisitRow[]) =>
      putBack && done.length > 0 ? () => void this.start("put back", done, putBack) : undefined;
    await this.run({
      look: (phase) => ({
        // Stopped after the last had begun: nothing was left.
        phase: phase === "stopped" && results.length === visits.length ? "done" : phase,
        done,
        total: visits.length,
        results: [...results],
        undo: phase === "running" ? undefined : undoOf(doneOf()),
      }),
      work: async (signal, step) => {
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
