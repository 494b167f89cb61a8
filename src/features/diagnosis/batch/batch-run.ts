import type { QueryClient } from "@tanstack/react-query";
import { checkDiagnosis, type DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { fewAtATime } from "#room/api/few-at-a-time.ts";
import { BackgroundJob, type JobState } from "#room/features/parts/background-job.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import { type BatchQuestion, insteadOf, type Instead, mappingOf } from "./ask-instead.ts";
import { type Batch, type BatchRow, maxRows } from "./read-batch.ts";

export interface BatchAnswer extends Instead {
  readonly row: BatchRow;
  /** The date it was or will be checked for; "" if the row's own date cannot be read. */
  readonly svcDate: string;
  readonly check: DiagnosisCheck;
  /** The code as pasted, if it was replaced. */
  readonly was?: string;
}

export interface BatchState extends JobState {
  readonly answers: readonly BatchAnswer[];
  readonly done: number;
}

interface BatchParts {
  readonly client: QueryClient;
  /** What the service can say beyond whether a code is valid. */
  readonly canSuggest: boolean;
  readonly canMap: boolean;
}

type Answered = Pick<BatchAnswer, "check" | "suggestions" | "mapping">;

const atOnce = 4;
const waiting: Answered = { check: { state: "empty" }, suggestions: [], mapping: [] };

function unchecked(reason: string): Answered {
  return { ...waiting, check: { state: "not-checked", reason } };
}

/** Verifies rows, a few at a time; can be stopped and resumed. */
export class BatchRun extends BackgroundJob<BatchState> {
  readonly batch: Batch;
  /** What the answers are of. */
  #text: string;
  readonly #parts: BatchParts;
  readonly #codeSystemName: string;
  readonly #answers: BatchAnswer[];
  /** The indexes still to be checked, in order. */
  readonly #left: Set<number>;
  /** Of a stopped batch: the only ones to check, such as codes taken. */
  #only: Set<number> | undefined;
  readonly #pending = new Map<string, Promise<Answered>>();
  /** While it runs: tells soon what there is. */
  #step: (() => void) | undefined;

  constructor(text: string, batch: Batch, defaults: Omit<BatchQuestion, "code">, parts: BatchParts) {
    super();
    this.batch = batch;
    this.#text = text;
    this.#parts = parts;
    this.#codeSystemName = defaults.codeSystemName;
    const day = defaults.svcDate || clinicToday();
    this.#answers = batch.rows.slice(0, maxRows).map((row) => ({
      ...waiting,
      row,
      svcDate: row.dateFault === undefined ? row.svcDate || day : "",
    }));
    this.#left = new Set(this.#answers.keys());
  }

  isOf(text: string): boolean {
    return text === this.#text;
  }

  /** The codes taken, or their undoing, changed the text too. */
  textBecame(next: string, before: string): void {
    if (this.isOf(before)) this.#text = next;
  }

  start(): Promise<void> {
    this.#only = undefined;
    return this.#run();
  }

  #run(): Promise<void> {
    const due = () => [...(this.#only ?? this.#left)].filter((index) => this.#left.has(index));
    return this.run({
      look: (phase) => ({ phase, ...this.#now() }),
      work: async (signal, step) => {
        this.#step = step;
        const turn = fewAtATime(atOnce);
        // Codes may be taken meanwhile.
        while (!signal.aborted && due().length > 0)
          await Promise.all(due().map((index) => turn(() => this.#check(index, signal))));
        this.#step = undefined;
      },
    });
  }

  take(choices: ReadonlyMap<BatchAnswer, DiagnosisCode>): () => void {
    const before = new Map<number, BatchAnswer>();
    if (this.get()?.phase !== "running") this.#only = new Set();
    for (const [index, answer] of this.#answers.entries()) {
      const code = choices.get(answer);
      if (!code) continue;
      before.set(index, answer);
      const row = { ...answer.row, code: code.code, system: undefined };
      this.#answers[index] = { ...answer, ...waiting, row, was: answer.was ?? answer.row.code };
      this.#left.add(index);
      this.#only?.add(index);
    }
    this.#step?.();
    void this.#run();
    return () => {
      for (const [index, answer] of before) {
        this.#answers[index] = answer;
        this.#left.delete(index);
      }
      this.#step?.();
      this.correct((state) => ({ ...state, ...this.#now() }));
    };
  }

  #now(): Pick<BatchState, "answers" | "done"> {
    return { answers: [...this.#answers], done: this.#answers.length - this.#left.size };
  }

  /** Rows already started are finished, so that a stopped batch has no gaps. */
  async #check(index: number, signal: AbortSignal): Promise<void> {
    const answer = this.#answers[index];
    if (signal.aborted || !answer || !this.#left.has(index)) return;
    const answered = await this.#answerOf(answer);
    // The replacement may have been undone meanwhile.
    if (this.#answers[index] !== answer) return;
    this.#answers[index] = { ...answer, ...answered };
    this.#left.delete(index);
    this.#step?.();
  }

  async #answerOf({ row, svcDate }: BatchAnswer): Promise<Answered> {
    // What else the line says may name a patient, and answers are copied and saved.
    if (row.code === "") return unchecked(`No code here: look at line ${row.line} of what you pasted.`);
    if (row.dateFault !== undefined) return unchecked(row.dateFault);
    const codeSystemName = row.system ?? this.#codeSystemName;
    return this.#answerOnce({ code: row.code, svcDate, codeSystemName });
  }

  /** Codes repeat within a column: each is requested once, unless the request failed. */
  async #answerOnce(question: BatchQuestion): Promise<Answered> {
    const key = JSON.stringify(question);
    const under = this.#pending.get(key) ?? this.#ask(question);
    this.#pending.set(key, under);
    const answer = await under;
    if (answer.check.state === "not-checked" && answer.check.isRefused !== true) this.#pending.delete(key);
    return answer;
  }

  async #ask(question: BatchQuestion): Promise<Answered> {
    const { client, canSuggest, canMap } = this.#parts;
    const check = await checkDiagnosis(client, question);
    const isBad = check.state === "header" || check.state === "invalid";
    const mapped = canMap ? await mappingOf(question) : undefined;
    if (mapped && isBad) return { check, suggestions: mapped.codes, mapping: mapped.lines };
    const suggestions = isBad && canSuggest ? await insteadOf(question) : [];
    return { check, suggestions, mapping: mapped?.lines ?? [] };
  }
}
