import {
  type WithAttempts,
  openAttempt,
  settled,
  withAttempt,
} from "#room/workspace/attempts/attempt-list.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import type { Blocked, QueuedSend, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import {
  atOnce,
  newPlace,
  ConflictError,
  afterNotAccepted,
  factsOfResult,
  isNotAccepted,
  type ChangePlace,
  type Claimed,
  type QueueParts,
  type OutgoingQueue,
  type SentAttempt,
} from "./outgoing-queue.ts";

/** The members of any row that can be in the outbox. */
export interface QueueEntry extends WithAttempts {
  readonly state: string;
  readonly queued?: QueuedSend;
  readonly updatedAt: number;
}

export type Queued<Entry> = Entry & { readonly queued: QueuedSend };

/** Whether a row may leave now. `go`: `begin` starts its attempt, then `send` is called. */
export type SendDecision<Entry> =
  | {
      readonly kind: "go";
      /** Throws ConflictError when the row has changed since it was checked. */
      begin(known: Queued<Entry>, startedAt: number): Entry;
      send(signal: AbortSignal): Promise<SendResult>;
      /** Entries with the same key are never sent concurrently; empty for no limit. */
      readonly oneAtATime: string;
    }
  | { readonly kind: "later" }
  | { readonly kind: "drop"; readonly code: string; readonly message?: string };

export interface Conclusion {
  readonly facts: ReturnType<typeof factsOfResult>;
  readonly now: number;
  readonly random: number;
}

/** How visits and messages differ when being sent. */
export interface SendPolicy<Entry extends QueueEntry> {
  readonly kind: Settled["kind"];
  readonly concurrency: number;
  readonly claimAtOnce: number;
  /** When more rows than this await an outcome, outcomes are stored in batches. */
  readonly longRun: number;
  readonly isSilent: boolean;
  tryAgain(): void;
  mayLeave(queued: QueuedSend | undefined): boolean;
  /** Whether an unknown attempt may be repeated without the user's confirmation. */
  repeatsAreSafe(): boolean;
  restated(entry: Entry): Entry;
  unqueued(entry: Entry): Entry;
  placed(entry: Entry, queued: QueuedSend): Entry;
  /** Without its open attempt, whose request certainly never left. */
  takenBack(entry: Entry): Entry;
  decisions(ids: readonly string[]): Promise<readonly (SendDecision<Entry> | undefined)[]>;
  /** Without its place in the outbox, which it leaves unsent. */
  dropped(entry: Entry, why: string): Entry;
  /** The row after an answer, or after none. */
  concluded(known: Queued<Entry>, result: SendResult, conclusion: Conclusion): Entry;
}

export function begun<Entry extends QueueEntry>(
  entry: Queued<Entry>,
  attempt: Omit<Attempt, "number" | "outcome">,
): Queued<Entry> {
  return { ...withAttempt(entry, attempt), queued: { ...entry.queued, state: "sending" } };
}

/** The outgoing rows of one kind. Recording, completing and withdrawing attempts is the same for all kinds. */
export class SendQueue<Entry extends QueueEntry> implements OutgoingQueue {
  readonly #index: PagedIndex<Entry>;
  readonly #policy: SendPolicy<Entry>;
  readonly #parts: QueueParts;
  #settling = 0;

  constructor(index: PagedIndex<Entry>, policy: SendPolicy<Entry>, parts: QueueParts) {
    this.#index = index;
    this.#policy = policy;
    this.#parts = parts;
  }

  get kind(): Settled["kind"] {
    return this.#policy.kind;
  }

  get concurrency(): number {
    return this.#policy.concurrency;
  }

  get claimAtOnce(): number {
    return this.#policy.claimAtOnce;
  }

  get isSilent(): boolean {
    return this.#policy.isSilent;
  }

  tryAgain(): void {
    this.#policy.tryAgain();
  }

  mayLeave(id: string): boolean {
    return this.#policy.mayLeave(this.queued(id));
  }

  has(id: string): boolean {
    return this.#index.get(id) !== undefined;
  }

  get queuedIds(): ReadonlySet<string> {
    return this.#index.queued;
  }

  queued(id: string): QueuedSend | undefined {
    return this.#index.get(id)?.queued;
  }

  startedAt(id: string): number | undefined {
    const entry = this.#index.get(id);
    return entry && openAttempt(entry)?.startedAt;
  }

  lastStartedAt(id: string): number | undefined {
    return this.#index.get(id)?.attempts.at(-1)?.startedAt;
  }

  subscribe(listener: () => void): () => void {
    return this.#index.subscribe(listener);
  }

  placed(entry: Entry, queued: QueuedSend): Entry {
    return this.#policy.placed(entry, queued);
  }

  async claim(ids: readonly string[]): Promise<{ claimed: Claimed[]; dropped: Settled[] }> {
    const decisions = await this.#policy.decisions(ids);
    const claimed: Claimed[] = [];
    const dropped: Settled[] = [];
    const chosen = new Set<string>();
    // No await from here on, so that all attempts are in one transaction.
    const writes: Promise<void>[] = [];
    for (const [place, id] of ids.entries()) {
      const verdict = decisions[place];
      if (verdict?.kind === "drop") {
        const { kind: _kind, ...why } = verdict;
        writes.push(this.#drop(id, why.message ?? ""));
        dropped.push({ id, kind: this.kind, outcome: "not-accepted", ...why });
      }
      if (verdict?.kind !== "go" || chosen.has(verdict.oneAtATime)) continue;
      const { oneAtATime, begin, send } = verdict;
      if (oneAtATime !== "") chosen.add(oneAtATime);
      const startedAt = this.#parts.now();
      const isOurs = this.#start(id, (known) => begin(known, startedAt));
      writes.push(isOurs.then((is) => (is ? void claimed.push({ id, startedAt, send }) : undefined)));
    }
    await Promise.all(writes);
    return { claimed, dropped };
  }

  async #start(id: string, begin: (known: Queued<Entry>) => Entry): Promise<boolean> {
    const apply = (known: Entry | undefined) => {
      const { queued } = known ?? {};
      if (!known || queued?.state !== "waiting") throw new ConflictError();
      return begin({ ...known, queued });
    };
    try {
      await this.#index.change(id, apply, { strict: true });
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return false;
      throw error;
    }
  }

  #drop(id: string, why: string): Promise<void> {
    return this.#index.change(id, (known) =>
      known?.queued?.state === "waiting" ? this.#policy.dropped(known, why) : known,
    );
  }

  async settle(
    id: string,
    result: SendResult,
    { startedAt, durationMs }: SentAttempt,
  ): Promise<Settled | undefined> {
    const policy = this.#policy;
    const now = this.#parts.now();
    const random = this.#parts.random();
    const facts = factsOfResult(result, durationMs);
    let outcomeOfSend: Settled | undefined;
    // An outcome lost in a crash is unknown at the next start, which is correct; in a long run it is batched with
    // others.
    this.#settling += 1;
    const mayWait = this.queuedIds.size - this.#settling > policy.longRun;
    const apply = (known: Entry | undefined) => {
      outcomeOfSend = undefined;
      const { queued } = known ?? {};
      // Only the attempt this send belongs to; otherwise another run has settled it.
      if (!known || !queued || openAttempt(known)?.startedAt !== startedAt) return known;
      if (isNotAccepted(result)) {
        const place = afterNotAccepted(queued, result, { now, random });
        return policy.restated({ ...settled(known, "not-accepted", facts), queued: place });
      }
      const next = policy.concluded({ ...known, queued }, result, { facts, now, random });
      const { outcome = "unknown", message, code } = next.attempts.at(-1) ?? {};
      outcomeOfSend = { id, kind: this.kind, outcome, ...(code && { code }), ...(message && { message }) };
      return { ...next, updatedAt: now };
    };
    try {
      await this.#index.change(id, apply, { mayWait });
    } finally {
      this.#settling -= 1;
    }
    return outcomeOfSend;
  }

  async unclaim(ids: readonly string[], change: ChangePlace = (queued) => queued): Promise<void> {
    const { restated, takenBack, unqueued } = this.#policy;
    await Promise.all(
      ids.map((id) =>
        this.#index.change(id, (known) => {
          if (known?.queued?.state !== "sending") return known;
          const queued = change({ ...known.queued, state: "waiting" });
          const back = takenBack(known);
          return queued ? restated({ ...back, queued }) : unqueued(back);
        }),
      ),
    );
  }

  async requeue(id: string, change: ChangePlace): Promise<boolean> {
    const { restated, unqueued } = this.#policy;
    let isDone = false;
    const apply = (known: Entry | undefined) => {
      isDone = false;
      if (!known?.queued || known.queued.state === "sending") return known;
      isDone = true;
      const queued = change(known.queued);
      return queued ? restated({ ...known, queued }) : unqueued(known);
    };
    await this.#index.change(id, apply, { strict: true });
    return isDone;
  }

  /** Queues an unknown attempt again. Returns why not, if blocked. */
  async repeat(id: string, confirmed: boolean): Promise<Blocked | undefined> {
    let no: Blocked | undefined;
    await this.#index.change(id, (known) => {
      no = undefined;
      if (known?.state !== "unknown") no = blocked(known ? "already-queued" : "not-found");
      else if (!confirmed && !this.#policy.repeatsAreSafe()) no = blocked("unknown-needs-word");
      else if (known.queued?.state === "sending") no = blocked("already-queued");
      if (!known || no) return known;
      if (known.queued) return { ...known, queued: { ...atOnce(known.queued), confirmed } };
      return this.#policy.placed(known, newPlace(this.#parts.now(), { repeats: true, confirmed }));
    });
    return no;
  }
}
