import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";

/** After this many calls in a row without an answer, the service counts as unresponsive. */
const silentAfter = 3;

/**
 * Tracks whether the service answers. While it does not, nothing new leaves until the user retries; then one call goes
 * first as a test. Scheduled repeats of unknown attempts continue, and test the service too.
 */
export class AnswerWatch {
  #unanswered = 0;
  /** Whether the last call was answered. Until one is, no more calls leave than may go unanswered. */
  #isAnswering = false;

  receive({ kind }: SendResult): void {
    // A request that never left says nothing about the service.
    if (kind === "not-sent") return;
    this.#isAnswering = kind !== "unknown";
    this.#unanswered = this.#isAnswering ? 0 : this.#unanswered + 1;
  }

  get isSilent(): boolean {
    return this.#unanswered >= silentAfter;
  }

  /** The last call got no answer: it may be gone, and whatever is sent to it now may be lost on the way too. */
  get isInDoubt(): boolean {
    return this.#unanswered > 0;
  }

  tryAgain(): void {
    this.#unanswered = Math.min(this.#unanswered, silentAfter - 1);
  }

  mayLeave(queued: QueuedSend | undefined): boolean {
    return !this.isSilent || queued?.repeats === true;
  }

  /** How many of `usual` calls may run concurrently. */
  atOnce(usual: number): number {
    return this.#isAnswering ? usual : Math.max(1, Math.min(usual, silentAfter - this.#unanswered));
  }
}
