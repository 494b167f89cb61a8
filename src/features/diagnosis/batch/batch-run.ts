import type { QueryClient } from "@tanstack/react-query";
import { checkDiagnosis, type DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { todayHere } from "#room/api/today-here.ts";
import type { BatchRow } from "./read-batch.ts";

/** A row with what the service said of it. */
export interface BatchAnswer {
  readonly row: BatchRow;
  readonly check: DiagnosisCheck;
  /** A billable code to use instead. */
  readonly suggestion: string | undefined;
}

export interface BatchState {
  readonly answers: readonly BatchAnswer[];
  readonly done: number;
  readonly isRunning: boolean;
}

export interface BatchDefaults {
  readonly codeSystemName: string;
  readonly svcDate: string;
}

interface Question extends BatchDefaults {
  readonly code: string;
}

interface BatchParts {
  readonly client: QueryClient;
  /** Whether the service can say what to bill instead. */
  readonly canSuggest: boolean;
}

const atOnce = 4;
const publishEveryMs = 100;

/** Verifies rows, a few at a time; can be stopped and goes on where it stopped. */
export class BatchRun {
  readonly #parts: BatchParts;
  readonly #defaults: BatchDefaults;
  readonly #answers: BatchAnswer[];
  readonly #asked = new Map<string, Promise<Omit<BatchAnswer, "row">>>();
  readonly #listeners = new Set<() => void>();
  #next = 0;
  #done = 0;
  #abort: AbortController | undefined;
  #state: BatchState;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rows: readonly BatchRow[], defaults: BatchDefaults, parts: BatchParts) {
    this.#parts = parts;
    this.#defaults = defaults;
    this.#answers = rows.map((row) => ({ row, check: { state: "empty" }, suggestion: undefined }));
    this.#state = { answers: [...this.#answers], done: 0, isRunning: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): BatchState => this.#state;

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

  async #lane(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#next < this.#answers.length) {
      const index = this.#next;
      this.#next += 1;
      const answer = this.#answers[index];
      if (!answer) return;
      // A lane works on one row at a time; that is what limits how many are under way.
      this.#answers[index] = await this.#answerOf(answer.row);
      this.#done += 1;
      this.#publishSoon();
    }
  }

  /** What was begun is finished, so that a stopped batch has no gap. */
  async #answerOf(row: BatchRow): Promise<BatchAnswer> {
    if (row.wrongDate !== undefined) {
      const reason = `“${row.wrongDate}” is no date.`;
      return { row, check: { state: "not-checked", reason }, suggestion: undefined };
    }
    const svcDate = row.svcDate || this.#defaults.svcDate;
    const codeSystemName = row.system ?? this.#defaults.codeSystemName;
    return { row, ...(await this.#answerOnce({ code: row.code, svcDate, codeSystemName })) };
  }

  /** A column repeats its codes: each is asked for once, unless no answer came. */
  async #answerOnce(question: Question): Promise<Omit<BatchAnswer, "row">> {
    const key = JSON.stringify(question);
    const under = this.#asked.get(key) ?? this.#ask(question);
    this.#asked.set(key, under);
    const answer = await under;
    if (answer.check.state === "not-checked" && answer.check.isRefused !== true) this.#asked.delete(key);
    return answer;
  }

  async #ask(question: Question): Promise<Omit<BatchAnswer, "row">> {
    const check = await checkDiagnosis(this.#parts.client, question);
    const isBad = check.state === "header" || check.state === "invalid";
    return { check, suggestion: isBad && this.#parts.canSuggest ? await suggestionFor(question) : undefined };
  }

  #publishSoon(): void {
    this.#timer ??= setTimeout(() => this.#publish(), publishEveryMs);
  }

  #publish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#state = { answers: [...this.#answers], done: this.#done, isRunning: this.#abort !== undefined };
    for (const listener of this.#listeners) listener();
  }
}

async function suggestionFor(question: Question) {
  try {
    const { suggestions } = await callOperation("describeDiagnosis", {
      code: question.code,
      svcDate: question.svcDate || todayHere(),
      ...(question.codeSystemName === "" ? {} : { codeSystemName: question.codeSystemName }),
    });
    return suggestions[0]?.code;
  } catch {
    // A suggestion is a help; without one the row still says what is wrong.
    return undefined;
  }
}
