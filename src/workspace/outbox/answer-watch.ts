import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";

/** Calls in a row without an answer, after which the service counts as silent. */
const silentAfter = 3;

/**
 * Watches whether the service answers at all. While it does not, nothing new leaves until a person says so; then one
 * call goes ahead of the others. What repeats an unknown attempt goes on in its time, and finds out too.
 */
export class AnswerWatch {
  #unanswered = 0;
  #isTrying = false;

  /** What became of a call. */
  hear({ kind }: SendResult): void {
    // What never left says nothing of the service.
    if (kind === "not-sent") return;
    this.#unanswered = kind === "unknown" ? this.#unanswered + 1 : 0;
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
    return this.#unanswered >= silentAfter ? 1 : usual;
  }
}
