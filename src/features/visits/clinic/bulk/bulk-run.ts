import { BackgroundJob, type JobState } from "#room/features/parts/background-job.ts";
import { CallFailure, OperationRefused } from "#room/api/failures.ts";
import { fewAtATime } from "#room/api/few-at-a-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";

export interface BulkResult {
  readonly visitId: string;
  readonly eventId: string;
  /** `unknown`: it was sent, and no answer came. */
  readonly outcome: "done" | "not" | "unknown";
  /** Why not, or other information. */
  readonly words: string;
}

export interface BulkState extends JobState {
  /** The past participle for visits that succeeded: "closed". */
  readonly done: string;
  readonly total: number;
  readonly results: readonly BulkResult[];
  /** Puts those that are done back as they were; undefined where there is none, or no way back. */
  readonly undo: (() => void) | undefined;
}

/** What was sent without an answer: its id, by which one may be told later, and what is known. */
export interface Unanswered {
  readonly sentId: string;
  readonly words: string;
}

/** Resolves with undefined on success, else with the reason. */
export type BulkWork = (visit: VisitRow, signal: AbortSignal) => Promise<string | Unanswered | undefined>;

function resultOf(
  { visitId, eventId }: Pick<VisitRow, "visitId" | "eventId">,
  whyNot: Awaited<ReturnType<BulkWork>>,
): BulkResult {
  if (typeof whyNot === "object") return { visitId, eventId, outcome: "unknown", words: whyNot.words };
  return { visitId, eventId, outcome: whyNot === undefined ? "done" : "not", words: whyNot ?? "" };
}

const atOnce = 4;

/** Whether the service gave no answer, or says that it can't now. */
const isAway = (error: unknown): boolean =>
  error instanceof CallFailure && !(error instanceof OperationRefused && error.status < 500);

export class BulkRunner extends BackgroundJob<BulkState> {
  readonly #wordsOf: (error: unknown) => string;
  /** Of the newest run. */
  #results: BulkResult[] = [];
  /** By the id of what was sent: the visit whose outcome is unknown. */
  readonly #unanswered = new Map<string, string>();

  constructor(wordsOf: (error: unknown) => string) {
    super();
    this.#wordsOf = wordsOf;
  }

  /**
   * Runs it for exactly these visits, whatever changes meanwhile. Never throws: each visit has its own result.
   * `putBack` makes a visit again what it was before.
   */
  async start(
    done: string,
    visits: readonly VisitRow[],
    { work, putBack }: { readonly work: BulkWork; readonly putBack?: BulkWork | undefined },
  ): Promise<void> {
    if (visits.length === 0) return;
    let results: BulkResult[] = [];
    const doneOf = () => {
      const done = new Set(results.filter(({ outcome }) => outcome === "done").map(({ visitId }) => visitId));
      return visits.filter(({ visitId }) => done.has(visitId));
    };
    const undoOf = (done: readonly VisitRow[]) =>
      putBack && done.length > 0 ? () => void this.start("put back", done, { work: putBack }) : undefined;
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
        results = this.#results = [];
        this.#unanswered.clear();
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
    try {
      const whyNot = await work(visit, signal);
      if (typeof whyNot === "object") {
        this.#unanswered.set(whyNot.sentId, visit.visitId);
        this.stop();
      }
      return resultOf(visit, whyNot);
    } catch (error) {
      // What was not begun stays as it was, instead of failing like this one.
      if (isAway(error)) this.stop();
      return resultOf(visit, this.#wordsOf(error));
    }
  }

  /** What was sent without an answer has one now: the report says so. */
  answered(sentId: string, whyNot: string | undefined): void {
    const at = this.#results.findIndex(({ visitId }) => visitId === this.#unanswered.get(sentId));
    const known = this.#results[at];
    if (!known) return;
    this.#unanswered.delete(sentId);
    this.#results[at] = resultOf(known, whyNot);
    this.correct((state) => ({ ...state, results: [...this.#results] }));
  }
}
