import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";

/** Calls in a row without an answer, after which the service counts as silent. */
const silentAfter = 3;

/**
 * Watches whether the service answers at all. While it does not, nothing new leaves until a person says so; then one
 * call goes ahead of the others. What repeats an unknown attempt goes on in its time, and finds out too.
 */
export class AnswerWatch {
  #unanswered = 0;
  /** The last call was answered. Until one is, no more leave than may stay without an answer. */
  #isAnswering = false;
  #isTrying = false;

  /** What became of a call. */
  hear({ kind }: SendResult): void {
    // What never left says nothing of the service.
    if (kind === "not-sent") return;
    this.#isAnswering = kind !== "unknown";
    this.#unanswered = this.#isAnswering ? 0 : this.#unanswered + 1;
    this.#isTrying = false;
  }

  get isSilent(): boolean {
    return this.#unanswered >= silentAfter && !this.#isTrying;
  }

  /** A person wants to try again. */
  tryAgain(): void {
    this.#isTrying = true;
  }

  mayLeave(queued: QueuedSend | undefined): boolean {
    return !this.isSilent || queued?.repeats === true;
  }

  /** How many of `usual` may be under way at once. */
  atOnce(usual: number): number {
    return this.#isAnswering ? usual : Math.max(1, Math.min(usual, silentAfter - this.#unanswered));
  }
}
