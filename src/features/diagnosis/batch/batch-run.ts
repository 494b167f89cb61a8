import { Signal } from "#room/signals/signal.ts";
import type { QueryClient } from "@tanstack/react-query";
import { checkDiagnosis, type DiagnosisCheck } from "#room/api/diagnosis-check.ts";
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

export interface BatchState {
  readonly answers: readonly BatchAnswer[];
  readonly done: number;
  readonly isRunning: boolean;
}

interface BatchParts {
  readonly client: QueryClient;
  /** What the service can say beyond whether a code is valid. */
  readonly canSuggest: boolean;
  readonly canMap: boolean;
}

type Answered = Pick<BatchAnswer, "check" | "suggestions" | "mapping">;

const atOnce = 4;
const publishEveryMs = 100;
const waiting: Answered = { check: { state: "empty" }, suggestions: [], mapping: [] };

function unchecked(reason: string): Answered {
  return { ...waiting, check: { state: "not-checked", reason } };
}

/** Verifies rows, a few at a time; can be stopped and resumed. */
export class BatchRun {
  readonly batch: Batch;
  /** What the answers are of. */
  #text: string;
  readonly #parts: BatchParts;
  readonly #codeSystemName: string;
  readonly #answers: BatchAnswer[];
  /** The indexes still to be checked, in order. */
  readonly #queue: number[];
  readonly #pending = new Map<string, Promise<Answered>>();
  #next = 0;
  #done = 0;
  #abort: AbortController | undefined;
  readonly #state = new Signal<BatchState>({ answers: [], done: 0, isRunning: false });
  readonly state = this.#state.get;
  readonly subscribe = this.#state.subscribe;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string, batch: Batch, defaults: Omit<BatchQuestion, "code">, parts: BatchParts) {
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
    this.#queue = [...this.#answers.keys()];
    this.#publish();
  }

  isOf(text: string): boolean {
    return text === this.#text;
  }

  /** The codes taken, or their undoing, changed the text too. */
  textBecame(next: string, before: string): void {
    if (this.isOf(before)) this.#text = next;
  }

  async start(): Promise<void> {
    if (this.#abort) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#publish();
    await Promise.all(Array.from({ length: atOnce }, () => this.#lane(abort.signal)));
    if (this.#abort === abort) this.#abort = undefined;
    this.#publish();
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.#publish();
  }

  take(choices: ReadonlyMap<BatchAnswer, DiagnosisCode>): () => void {
    const before = new Map<number, BatchAnswer>();
    for (const [index, answer] of this.#answers.entries()) {
      const code = choices.get(answer);
      if (!code) continue;
      before.set(index, answer);
      const row = { ...answer.row, code: code.code, system: undefined };
      this.#answers[index] = { ...answer, ...waiting, row, was: answer.was ?? answer.row.code };
      this.#queue.push(index);
      this.#done -= 1;
    }
    this.#publish();
    void this.start();
    return () => {
      for (const [index, answer] of before) this.#answers[index] = answer;
      this.#publish();
    };
  }

  async #lane(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#next < this.#queue.length) {
      const index = this.#queue[this.#next] ?? -1;
      this.#next += 1;
      const answer = this.#answers[index];
      if (!answer) return;
      // A lane works on one row at a time, which limits concurrency.
      const answered = await this.#answerOf(answer);
      this.#done += 1;
      // The replacement may have been undone meanwhile.
      if (this.#answers[index] === answer) this.#answers[index] = { ...answer, ...answered };
      this.#publishSoon();
    }
  }

  /** Rows already started are finished, so that a stopped batch has no gaps. */
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

  #publishSoon(): void {
    this.#timer ??= setTimeout(() => this.#publish(), publishEveryMs);
  }

  #publish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const isRunning = this.#abort !== undefined;
    this.#state.set({ answers: [...this.#answers], done: this.#done, isRunning });
  }
}
