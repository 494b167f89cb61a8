import { chargesOf, lastKnown, settled } from "#room/workspace/attempts/attempt-list.ts";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import type { Blocked, SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { blockedRepeat } from "#room/workspace/visits/blocked-repeat.ts";
import { planOf } from "#room/workspace/visits/send-plan.ts";
import type { VisitBody } from "#room/workspace/visits/visit-body.ts";
import {
  cameToNothing,
  changedWhileWaiting,
  isExample,
  restated,
  takenBack,
  unqueued,
  unsent,
  type VisitEntry,
} from "#room/workspace/visits/visit-entry.ts";
import type { VisitStore } from "#room/workspace/visits/visit-store.ts";
import { AnswerWatch } from "./answer-watch.ts";
import { type Conclusion, type SendPolicy, type Queued, type SendDecision, begun } from "./send-queue.ts";
import { ConflictError, type QueueParts } from "./outgoing-queue.ts";
import { settlePause } from "./send-pauses.ts";

/** It is removed from the outbox before it has left. */
const dropFor = ({ reason, message }: Blocked) => ({ kind: "drop", code: reason, message }) as const;
const changed = { kind: "drop", code: "ChangedWhileWaiting", message: changedWhileWaiting } as const;

/** What an attempt sends. `revision` is absent when that is not the body's current content. */
export interface VisitContent {
  readonly hash: string;
  readonly revision: number | undefined;
}

export class VisitPolicy implements SendPolicy<VisitEntry> {
  readonly kind = "visit";
  readonly longRun = 16;
  readonly restated = restated;
  readonly unqueued = unqueued;
  readonly takenBack = takenBack;
  readonly dropped = unsent;
  readonly #visits: VisitStore;
  readonly #parts: QueueParts;
  readonly #answers = new AnswerWatch();

  constructor(visits: VisitStore, parts: QueueParts) {
    this.#visits = visits;
    this.#parts = parts;
  }

  /**
   * A crash makes recorded attempts that have not left unknown. Where that settles itself, many are recorded at once;
   * where each needs the user's decision, few.
   */
  get claimAtOnce(): number {
    return this.#answers.atOnce(this.repeatsAreSafe() ? 128 : 12);
  }

  /**
   * A browser opens six connections per host over HTTP/1.1. As many again wait in its own queue, so that no connection
   * is idle; where each attempt a crash leaves needs the user's decision, none do.
   */
  get concurrency(): number {
    return this.#answers.atOnce(this.repeatsAreSafe() ? 12 : 6);
  }

  get isSilent(): boolean {
    return this.#answers.isSilent;
  }

  tryAgain(): void {
    this.#answers.tryAgain();
  }

  mayLeave(queued: VisitEntry["queued"]): boolean {
    return this.#answers.mayLeave(queued);
  }

  repeatsAreSafe(): boolean {
    return this.#parts.repeatsAreSafe();
  }

  placed(entry: VisitEntry, queued: Queued<VisitEntry>["queued"]): VisitEntry {
    const { notSent: _before, ...rest } = entry;
    return restated({ ...rest, queued, queuedRevision: entry.revision });
  }

  /**
   * Somebody else may have taken, closed, charged or sent them since this browser heard of them, if it ever did. Returns
   * those that it got no answer about.
   */
  async #askAnew(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { sender } = this.#parts;
    const asked = new Map<string, string>();
    for (const id of ids) {
      const entry = this.#visits.index.get(id);
      // Who confirms a repeat knows what it may do.
      if (!entry?.queued || entry.queued.confirmed || !this.#visits.planFacts(entry).claim) continue;
      const visitId = entry.serviceVisitId ?? canonicalGuid(entry.visitId);
      if (visitId !== undefined) asked.set(id, visitId);
    }
    if (asked.size === 0 || !sender.visitsNow) return new Set();
    const rows = await sender.visitsNow([...new Set(asked.values())]);
    if (!rows) return new Set(asked.keys());
    this.#visits.service.receive(rows);
    return new Set();
  }

  /** Where the service is there and could not say how its visits stand, they are asked for again a while later. */
  async #untold(signal: AbortSignal): Promise<SendResult> {
    const isGone = (await this.#parts.sender.canReach?.(signal)) === false;
    return { kind: isGone ? "not-sent" : "busy" };
  }

  async decisions(ids: readonly string[]): Promise<(SendDecision<VisitEntry> | undefined)[]> {
    const { index } = this.#visits;
    const read = () => this.#visits.bodies(ids);
    const [untold, early] = await Promise.all([this.#askAnew(ids), read()]);
    // Edited while the service was asked.
    const isCurrent = ids.every((id, place) => index.get(id)?.revision === early[place]?.head.revision);
    const bodies = isCurrent ? early : await read();
    return Promise.all(
      ids.map(async (id, place) => {
        const entry = index.get(id);
        const decision = entry && (await this.#decide(id, entry, bodies[place]));
        const isUntold = decision?.kind === "go" && untold.has(id);
        return isUntold ? { ...decision, send: (signal) => this.#untold(signal) } : decision;
      }),
    );
  }

  async #decide(
    id: string,
    entry: VisitEntry,
    body: VisitBody | undefined,
  ): Promise<SendDecision<VisitEntry>> {
    const { queued } = entry;
    if (!body || queued?.state !== "waiting") return { kind: "later" };
    const examplesMayLeave = this.#parts.examplesMayLeave();
    if (isExample(entry) && !examplesMayLeave) return dropFor(blocked("example"));
    if (queued.repeats) return this.#decideRepeat(id, entry, body);
    const { revision } = body.head;
    if (entry.queuedRevision !== revision)
      return entry.hasIncoming ? dropFor(blocked("to-be-merged")) : changed;
    const allowFaults = queued.allowFaults ?? false;
    const repeatsAreSafe = this.repeatsAreSafe();
    const facts = { ...this.#visits.planFacts(entry), repeatsAreSafe, examplesMayLeave, allowFaults };
    const plan = planOf(entry, { ...facts, isInOutbox: true });
    if (plan.kind === "blocked") return plan.reason === "visit-unsettled" ? { kind: "later" } : dropFor(plan);
    if (plan.kind === "correct") return changed;
    return this.#go(id, entry, body.text, {
      hash: await this.#visits.contents.hashOf(entry, body),
      revision,
    });
  }

  async #decideRepeat(id: string, entry: VisitEntry, body: VisitBody): Promise<SendDecision<VisitEntry>> {
    const hash = lastKnown(entry)?.contentHash ?? "";
    if (!this.repeatsAreSafe() && entry.queued?.confirmed !== true)
      return dropFor(blocked("unknown-needs-word"));
    const { serviceVisitId = entry.visitId } = entry;
    const newest = this.#visits.service.row(serviceVisitId)?.eventId;
    const no = !entry.queued?.confirmed && blockedRepeat(entry, this.#visits.planFacts(entry), newest);
    if (no) {
      await this.#visits.index.change(id, (known) => known && cameToNothing(known));
      return dropFor(no);
    }
    const { revision } = body.head;
    const isInBody = entry.attemptRevision === revision;
    const text = isInBody ? body.text : await this.#visits.contents.contentOf(entry, hash);
    if (text !== undefined)
      return this.#go(id, entry, text, { hash, revision: isInBody ? revision : undefined });
    const message = "The content of the unknown attempt is no longer stored.";
    return { kind: "drop", code: "ContentLost", message };
  }

  #go(id: string, seen: VisitEntry, text: string, content: VisitContent): SendDecision<VisitEntry> {
    return {
      kind: "go",
      // Two events of one visit are sent one after the other, so that the second knows the first one's outcome.
      oneAtATime: seen.visitId,
      begin: (known, startedAt) => {
        if (known.revision !== seen.revision) throw new ConflictError();
        return this.begun(known, content, startedAt);
      },
      send: (signal) => this.send(id, text, signal),
    };
  }

  begun(entry: Queued<VisitEntry>, { hash, revision }: VisitContent, startedAt: number): VisitEntry {
    const { visitId, amountMinor, currency } = entry;
    const charges = { visitId, currency, ...(amountMinor !== undefined && { amountMinor }) };
    const next = begun(entry, {
      startedAt,
      by: this.#parts.userName,
      contentHash: hash,
      // A repeat sends the same content as before, whatever the draft says now.
      ...(entry.queued.repeats ? chargesOf(lastKnown(entry)) : charges),
    });
    return restated({
      ...next,
      ...(revision !== undefined && { attemptRevision: revision, changedSinceAttempt: false }),
    });
  }

  async send(eventId: string, text: string, signal: AbortSignal): Promise<SendResult> {
    const { sender } = this.#parts;
    // What certainly never left need not be settled, and leaves by itself once the service is back.
    if (this.#answers.isInDoubt && (await sender.canReach?.(signal)) === false) return { kind: "not-sent" };
    const corrects = this.#visits.index.get(eventId)?.source.corrects;
    const result = await sender.sendVisit({ eventId, text, ...(corrects && { corrects }) }, signal);
    this.#answers.receive(result);
    return result;
  }

  concluded(known: Queued<VisitEntry>, result: SendResult, { facts, now, random }: Conclusion): VisitEntry {
    const { queued } = known;
    const safe = this.repeatsAreSafe();
    if (result.kind === "unknown") {
      const entry = settled(known, "unknown", facts);
      const tries = queued.repeats ? queued.tries : 0;
      const pause = safe ? settlePause(tries, random) : undefined;
      if (pause === undefined) return unqueued(entry);
      const place = { state: "waiting", reason: "settle", repeats: true, since: queued.since } as const;
      return restated({ ...entry, queued: { ...place, notBefore: now + pause, tries: tries + 1 } });
    }
    // A service that does not declare repeats safe may refuse the second because it accepted the first.
    const leavesUnknown = result.kind === "refused" && queued.repeats === true && !safe;
    // `sent` is not an answer to a charge; it would mean the caller confused the two.
    const isAnswer = result.kind === "charged" || result.kind === "withheld" || result.kind === "refused";
    const outcome = isAnswer ? result.kind : "unknown";
    return unqueued(settled(known, outcome, { ...facts, ...(leavesUnknown && { leavesUnknown }) }));
  }
}
