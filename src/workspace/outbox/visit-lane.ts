import { changedWhileWaiting, mergeFirst } from "./drop-words.ts";
import { AnswerWatch } from "./answer-watch.ts";
import { NotFollowing } from "#room/workspace/storage/engine.ts";
import type { QueuedSend, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { TooLate, afterNotAccepted, factsOfResult, isNotAccepted } from "./send-lane.ts";
import type { ChangePlace, Claimed, LaneParts, SendLane, SentAttempt } from "./send-lane.ts";
import { busyPause, settlePause } from "./send-pauses.ts";
import { planOf } from "#room/workspace/visits/send-plan.ts";
import type { VisitBody } from "#room/workspace/visits/visit-body.ts";
import { isExample, restated, takenBack, unqueued } from "#room/workspace/visits/visit-entry.ts";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import {
  chargesOf,
  lastKnown,
  openAttempt,
  settled,
  withAttempt,
} from "#room/workspace/attempts/attempt-list.ts";
import type { VisitEntry } from "#room/workspace/visits/visit-entry.ts";
import type { EventJson } from "#room/workspace/visits/visit-record.ts";
import type { VisitStore } from "#room/workspace/visits/visit-store.ts";

/** While more than so many have no outcome yet, outcomes are written together. */
const longRun = 16;

type Verdict =
  | {
      readonly kind: "go";
      /** The event as JSON. */
      readonly text: string;
      readonly hash: string;
      readonly revision: number | undefined;
    }
  | { readonly kind: "later" }
  | { readonly kind: "drop"; readonly code: string; readonly message: string };

/** Events of visits on their way to auto-charge. */
export class VisitLane<Event extends EventJson> implements SendLane {
  readonly kind = "visit";
  readonly #visits: VisitStore<Event>;
  readonly #parts: LaneParts;
  readonly #answers = new AnswerWatch();
  /** Outcomes that are being written. */
  #settling = 0;

  constructor(visits: VisitStore<Event>, parts: LaneParts) {
    this.#visits = visits;
    this.#parts = parts;
  }

  /**
   * A crash leaves unknown what is written down and has not left. Where that settles itself, many are written in one
   * go; where each asks for a person's word, few.
   */
  get claimAtOnce(): number {
    return this.#answers.atOnce(this.#parts.repeatsAreSafe() ? 128 : 12);
  }

  /**
   * A browser keeps six connections to a service over HTTP/1.1. As many again wait in its own queue, so that no
   * connection waits for this page; where each one that a crash leaves asks for a person's word, none does.
   */
  get concurrency(): number {
    return this.#answers.atOnce(this.#parts.repeatsAreSafe() ? 12 : 6);
  }

  get isSilent(): boolean {
    return this.#answers.isSilent;
  }

  tryAgain(): void {
    this.#answers.tryAgain();
  }

  mayLeave(id: string): boolean {
    return this.#answers.mayLeave(this.queued(id));
  }

  async #sent(eventId: string, text: string, signal: AbortSignal): Promise<SendResult> {
    const result = await this.#parts.sender.sendVisit({ eventId, text }, signal);
    this.#answers.hear(result);
    return result;
  }

  get queuedIds(): ReadonlySet<string> {
    return this.#visits.index.queued;
  }

  queued(id: string): QueuedSend | undefined {
    return this.#visits.index.get(id)?.queued;
  }

  startedAt(id: string): number | undefined {
    const entry = this.#visits.index.get(id);
    return entry && openAttempt(entry)?.startedAt;
  }

  lastStartedAt(id: string): number | undefined {
    return this.#visits.index.get(id)?.attempts.at(-1)?.startedAt;
  }

  subscribe(listener: () => void): () => void {
    return this.#visits.subscribe(listener);
  }

  async #verdict(entry: VisitEntry, body: VisitBody<Event> | undefined): Promise<Verdict> {
    const { queued } = entry;
    if (!body || queued?.state !== "waiting") return { kind: "later" };
    if (isExample(entry) && !this.#parts.examplesMayLeave()) {
      const { message } = blocked("example");
      return { kind: "drop", code: "example", message };
    }
    const { revision } = body.head;
    const safe = this.#parts.repeatsAreSafe();
    if (queued.repeats) {
      const hash = lastKnown(entry)?.contentHash ?? "";
      if (!safe && queued.confirmed !== true)
        return { kind: "drop", code: "unknown-needs-word", message: "Repeating it needs a person's word." };
      const isInBody = entry.attemptRevision === revision;
      const text = isInBody ? body.text : await this.#visits.contentOf(entry, hash);
      return text !== undefined
        ? { kind: "go", text, hash, revision: isInBody ? revision : undefined }
        : {
            kind: "drop",
            code: "ContentLost",
            message: "What the unknown attempt sent is not kept any more.",
          };
    }
    if (entry.queuedRevision !== revision)
      return { kind: "drop", ...(entry.hasIncoming ? mergeFirst : changedWhileWaiting) };
    const allowFaults = queued.allowFaults ?? false;
    const examplesMayLeave = this.#parts.examplesMayLeave();
    const facts = { ...this.#visits.planFacts(entry), repeatsAreSafe: safe, examplesMayLeave, allowFaults };
    const plan = planOf(entry, { ...facts, isInOutbox: true });
    if (plan.kind === "blocked" && plan.reason === "visit-unsettled") return { kind: "later" };
    if (plan.kind === "blocked") return { kind: "drop", code: plan.reason, message: plan.message };
    if (plan.kind === "correct") return { kind: "drop", ...changedWhileWaiting };
    return { kind: "go", text: body.text, hash: await this.#visits.hashOf(entry, body), revision };
  }

  async claim(ids: readonly string[]): Promise<{ claimed: Claimed[]; dropped: Settled[] }> {
    const bodies = await this.#visits.bodies(ids);
    const verdicts = await Promise.all(
      ids.map(async (id, index) => {
        const entry = this.#visits.index.get(id);
        return entry && { id, entry, verdict: await this.#verdict(entry, bodies[index]) };
      }),
    );
    const claimed: Claimed[] = [];
    const dropped: Settled[] = [];
    const visitsInHand = new Set<string>();
    // From here on without a pause, so that all attempts go into one transaction.
    const writes: Promise<void>[] = [];
    for (const judged of verdicts) {
      if (!judged) continue;
      const { id, entry, verdict } = judged;
      if (verdict.kind === "drop") {
        const { code, message } = verdict;
        writes.push(this.#drop(id));
        dropped.push({ id, kind: "visit", outcome: "not-accepted", code, message });
      }
      // Two events of one visit go one after the other, so that the second meets the first one's outcome.
      if (verdict.kind !== "go" || visitsInHand.has(entry.visitId)) continue;
      if (entry.visitId !== "") visitsInHand.add(entry.visitId);
      const startedAt = this.#parts.now();
      const started = this.#start(id, entry, { ...verdict, startedAt });
      const send = (signal: AbortSignal) => this.#sent(id, verdict.text, signal);
      writes.push(
        started.then((isOurs) => (isOurs ? void claimed.push({ id, startedAt, send }) : undefined)),
      );
    }
    await Promise.all(writes);
    return { claimed, dropped };
  }

  async #start(
    id: string,
    seen: VisitEntry,
    { hash, revision, startedAt }: { hash: string; revision: number | undefined; startedAt: number },
  ): Promise<boolean> {
    const apply = (known: VisitEntry | undefined) => {
      const { queued } = known ?? {};
      if (!known || queued?.state !== "waiting" || known.revision !== seen.revision) throw new TooLate();
      return this.#begun({ ...known, queued }, { hash, revision, startedAt });
    };
    try {
      await this.#visits.index.change(id, apply, { strict: true });
      return true;
    } catch (error) {
      if (error instanceof TooLate) return false;
      throw error;
    }
  }

  /**
   * Puts an event in and writes its attempt down in one step; its request leaves the moment that is on the disk.
   * Undefined when it must go the usual way: its content is not at hand, or something moved meanwhile.
   */
  async enterAndClaim(
    id: string,
    enter: (known: VisitEntry) => VisitEntry | undefined,
    signal: AbortSignal,
  ): Promise<Claimed | undefined> {
    const seen = this.#visits.index.get(id);
    const body = this.#visits.atHand.body(seen);
    if (!seen || !body) return undefined;
    const hash = await this.#visits.hashOf(seen, body);
    const { revision, createdAt } = seen;
    const startedAt = this.#parts.now();
    const apply = (known: VisitEntry | undefined) => {
      const isSame = known?.revision === revision && known.createdAt === createdAt;
      const entered = isSame && known.queued === undefined ? enter(known) : undefined;
      const queued = entered?.queued;
      if (!entered || !queued || queued.repeats) throw new TooLate();
      return this.#begun({ ...entered, queued }, { hash, revision, startedAt });
    };
    let answer: Promise<SendResult> | undefined;
    const onWritten = () => (answer = this.#sent(id, body.text, signal));
    try {
      await this.#visits.index.change(id, apply, { strict: true, mustFollow: true, onWritten });
    } catch (error) {
      if (error instanceof TooLate || error instanceof NotFollowing) return undefined;
      throw error;
    }
    const result = answer;
    return result && { id, startedAt, send: () => result };
  }

  /** With its attempt begun. */
  #begun(
    entry: VisitEntry & { readonly queued: QueuedSend },
    { hash, revision, startedAt }: { hash: string; revision: number | undefined; startedAt: number },
  ): VisitEntry {
    const { visitId, amountMinor, currency } = entry;
    const charges = { visitId, currency, ...(amountMinor !== undefined && { amountMinor }) };
    const begun = withAttempt(entry, {
      startedAt,
      by: this.#parts.userName,
      contentHash: hash,
      // A repeat sends what it sent before, whatever the draft says by now.
      ...(entry.queued.repeats ? chargesOf(lastKnown(entry)) : charges),
    });
    return restated({
      ...begun,
      ...(revision !== undefined && { attemptRevision: revision, changedSinceAttempt: false }),
      queued: { ...entry.queued, state: "sending" },
    });
  }

  #drop(id: string): Promise<void> {
    return this.#visits.index.change(id, (known) =>
      known?.queued?.state === "waiting" ? unqueued(known) : known,
    );
  }

  async settle(
    id: string,
    result: SendResult,
    { startedAt, durationMs }: SentAttempt,
  ): Promise<Settled | undefined> {
    const now = this.#parts.now();
    const random = this.#parts.random();
    const facts = factsOfResult(result, durationMs);
    let told: Settled | undefined;
    // An outcome that a crash loses is unknown at the next start, which is true; in a long run it waits for others.
    this.#settling += 1;
    const mayWait = this.queuedIds.size - this.#settling > longRun;
    const apply = (known: VisitEntry | undefined) => {
      told = undefined;
      // Only the attempt that this send belongs to; anything else has been settled by another run.
      if (!known?.queued || openAttempt(known)?.startedAt !== startedAt) return known;
      if (isNotAccepted(result)) {
        const pause = result.kind === "busy" ? busyPause(known.queued.tries, result.retryAfterMs, random) : 0;
        const queued = afterNotAccepted(known.queued, result, { now, pause });
        return restated({ ...settled(known, "not-accepted", facts), queued });
      }
      const next = this.#concluded(known, result, { facts, now, random });
      const { message, code } = next.attempts.at(-1) ?? {};
      const outcome = next.attempts.at(-1)?.outcome ?? "unknown";
      told = { id, kind: "visit", outcome, ...(code && { code }), ...(message && { message }) };
      return { ...next, updatedAt: now };
    };
    try {
      await this.#visits.index.change(id, apply, { mayWait });
    } finally {
      this.#settling -= 1;
    }
    return told;
  }

  #concluded(
    known: VisitEntry,
    result: SendResult,
    { facts, now, random }: { facts: ReturnType<typeof factsOfResult>; now: number; random: number },
  ): VisitEntry {
    const safe = this.#parts.repeatsAreSafe();
    if (result.kind === "unknown") {
      const entry = settled(known, "unknown", facts);
      const tries = known.queued?.repeats ? known.queued.tries : 0;
      const pause = safe ? settlePause(tries, random) : undefined;
      if (pause === undefined) return unqueued(entry);
      const since = known.queued?.since ?? now;
      const place = { state: "waiting", reason: "settle", repeats: true } as const;
      return restated({ ...entry, queued: { ...place, since, notBefore: now + pause, tries: tries + 1 } });
    }
    // A service that does not declare repeats safe may refuse the second because it took the first.
    const leavesUnknown = result.kind === "refused" && known.queued?.repeats === true && !safe;
    // `sent` is no answer to a charge; it would mean that the wiring mixed the two up.
    const isAnswer = result.kind === "charged" || result.kind === "withheld" || result.kind === "refused";
    const outcome = isAnswer ? result.kind : "unknown";
    return unqueued(settled(known, outcome, { ...facts, ...(leavesUnknown && { leavesUnknown }) }));
  }

  async unclaim(ids: readonly string[], change: ChangePlace = (queued) => queued): Promise<void> {
    await Promise.all(
      ids.map((id) =>
        this.#visits.index.change(id, (known) => {
          if (known?.queued?.state !== "sending") return known;
          const queued = change({ ...known.queued, state: "waiting" });
          return queued ? restated({ ...takenBack(known), queued }) : unqueued(takenBack(known));
        }),
      ),
    );
  }

  async requeue(id: string, change: ChangePlace): Promise<boolean> {
    let isDone = false;
    const apply = (known: VisitEntry | undefined) => {
      isDone = known?.queued !== undefined && known.queued.state !== "sending";
      if (!isDone || !known?.queued) return known;
      const queued = change(known.queued);
      return queued ? restated({ ...known, queued }) : unqueued(known);
    };
    await this.#visits.index.change(id, apply, { strict: true });
    return isDone;
  }
}
