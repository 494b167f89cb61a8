import { Listeners } from "#room/signals/listeners.ts";
import type { Environment } from "#room/workspace/browser/environment.ts";
import { NotAllowed } from "#room/workspace/browser/failures.ts";
import type { TabChannel } from "#room/workspace/tabs/tab-channel.ts";
import { eventKey, unkeptEntry, type VisitEntry } from "#room/workspace/visits/visit-entry.ts";
import { MessageQueue } from "./message-queue.ts";
import type { MessageStore } from "#room/workspace/messages/message-store.ts";
import { restatedMessage } from "#room/workspace/messages/kept-message.ts";
import { sendBatch } from "./outbox-batch.ts";
import type {
  Blocked,
  Entered,
  OutboxStatus,
  SendPlan,
  Settled,
} from "#room/workspace/attempts/outbox-entry.ts";
import {
  leaveNow,
  atOnce,
  newPlace,
  type ChangePlace,
  type QueueParts,
  type OutgoingQueue,
  leftSending,
} from "./outgoing-queue.ts";
import { statusOf } from "./outbox-status.ts";
import { SendQueue } from "./send-queue.ts";
import { OutboxRunner } from "./outbox-runner.ts";
import type { BatchOptions, BatchProgress, EnqueueOptions, Outbox, PlanOptions } from "./outbox.ts";
import { planOf } from "#room/workspace/visits/send-plan.ts";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import { VisitPolicy } from "./visit-policy.ts";
import type { VisitStore } from "#room/workspace/visits/visit-store.ts";

export interface OutboxParts extends QueueParts {
  readonly visits: VisitStore;
  readonly messages: MessageStore;
  readonly environment: Environment;
  readonly channel: TabChannel;
  readonly lockName: string;
  refresh(): Promise<void>;
}

/** What was written after the user looked at it leaves only once it was looked at, too. */
function sinceSeen(plan: SendPlan, entry: VisitEntry | undefined, { seen }: EnqueueOptions): SendPlan {
  return plan.kind === "blocked" || seen === undefined || entry?.revision === seen
    ? plan
    : blocked("changed-since");
}

export class OutboxService implements Outbox {
  readonly #parts: OutboxParts;
  readonly #visitQueue: SendQueue<VisitEntry>;
  readonly messageQueue: MessageQueue;
  readonly #queues: readonly OutgoingQueue[];
  readonly #runner: OutboxRunner;
  readonly #settledListeners = new Listeners<[Settled]>();
  readonly #listeners = new Listeners();
  readonly #stops: (() => void)[];
  #status: OutboxStatus | undefined;
  readonly #untold: Settled[] = [];

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    const { visits, messages, environment, lockName } = parts;
    this.#visitQueue = new SendQueue(visits.index, new VisitPolicy(visits, parts), parts);
    this.messageQueue = new MessageQueue(messages, parts);
    this.#queues = [this.#visitQueue, this.messageQueue];
    this.#runner = new OutboxRunner({
      environment,
      queues: this.#queues,
      lockName,
      refresh: () => parts.refresh(),
      askForLock: () => parts.channel.post({ type: "outbox" }),
      onStatus: () => this.#notify(),
      onSettled: (settled) => this.#tell(settled),
    });
    this.#stops = [
      visits.settling.onSettled((settled) => this.#tell(settled)),
      ...this.#queues.map((queue) =>
        queue.subscribe(() => {
          this.#notify();
          this.#runner.notify();
        }),
      ),
      environment.onNetwork(() => this.#runner.sendWaiting()),
    ];
  }

  #notify(): void {
    this.#status = undefined;
    this.#listeners.tell();
  }

  /** Tells this tab, and the others in batches, since a message costs more than its content. */
  #tell(settled: Settled): void {
    this.#receive(settled);
    if (settled.outcome === "unknown") this.#parts.visits.settling.settleKnown(settled.id);
    this.#untold.push(settled);
    if (this.#untold.length > 1) return;
    setTimeout(() => this.#parts.channel.post({ type: "settled", settled: this.#untold.splice(0) }), 0);
  }

  #receive(settled: Settled): void {
    this.#settledListeners.tell(settled);
  }

  receiveFromTab(settled: readonly Settled[]): void {
    for (const each of settled) this.#receive(each);
  }

  readonly status = (): OutboxStatus => {
    if (this.#status) return this.#status;
    this.#status = statusOf(this.#queues, this.#runner);
    return this.#status;
  };

  readonly subscribe = this.#listeners.add;

  readonly onSettled = this.#settledListeners.add;

  #planFor(entry: VisitEntry, allowFaults: boolean, isTakenFirst = false): SendPlan {
    if (entry.queued && (entry.queued.state !== "waiting" || entry.queued.notBefore === 0))
      return blocked("already-queued");
    const { visits } = this.#parts;
    return planOf(entry, {
      ...visits.planFacts(entry),
      repeatsAreSafe: this.#parts.repeatsAreSafe(),
      examplesMayLeave: this.#parts.examplesMayLeave(),
      allowFaults,
      isTakenFirst,
    });
  }

  plan(eventId: string, { allowFaults = false, isTakenFirst, live }: PlanOptions = {}): SendPlan {
    const entry = this.#parts.visits.summary(eventId) ?? (live && { ...unkeptEntry, eventId });
    return entry ? this.#planFor({ ...entry, ...live }, allowFaults, isTakenFirst) : blocked("not-found");
  }

  async enqueueVisit(eventId: string, options: EnqueueOptions = {}): Promise<Entered> {
    const { visits } = this.#parts;
    const plan = sinceSeen(this.plan(eventId, options), visits.summary(eventId), options);
    if (plan.kind !== "blocked") await visits.keep(eventId);
    if (plan.kind !== "correct") return this.#enter(eventId, plan, options);
    // From here on the corrected version is the visit's current one, even if a crash keeps it out of the outbox.
    let corrected: string;
    try {
      corrected = await visits.reissue(eventId, { seen: options.seen });
    } catch (error) {
      const since = sinceSeen(this.plan(eventId, options), visits.summary(eventId), options);
      if (since.kind !== "blocked") throw error;
      return { ...since, eventId };
    }
    const { seen: _ofTheOther, ...rest } = options;
    const entered = await this.#enter(corrected, this.plan(corrected, rest), rest);
    return entered.kind === "blocked" ? entered : { ...entered, kind: "correct" };
  }

  async #enter(eventId: string, planned: SendPlan, options: EnqueueOptions): Promise<Entered> {
    const { allowFaults = false, isHeld = false } = options;
    const { visits, environment } = this.#parts;
    let plan = planned;
    if (plan.kind === "blocked") return { ...plan, eventId };
    const apply = (known: VisitEntry | undefined) => {
      plan = known ? sinceSeen(this.#planFor(known, allowFaults), known, options) : blocked("not-found");
      if (!known || plan.kind === "blocked" || plan.kind === "correct") return known;
      if (known.queued?.repeats) return { ...known, queued: atOnce(known.queued) };
      const queued = newPlace(this.#parts.now(), {
        ...(known.state === "unknown" && { repeats: true }),
        ...(allowFaults && { allowFaults }),
        ...(known.queued && { tries: known.queued.tries }),
        ...(isHeld && { state: "held" }),
      });
      return this.#visitQueue.placed(known, queued);
    };
    const queue = this.#visitQueue;
    // Submitted by the user while nothing else is waiting: permission to retry an unresponsive service.
    const waits = (id: string) => {
      const { repeats, state } = queue.queued(id) ?? {};
      return repeats !== true && state !== "held";
    };
    if (![...queue.queuedIds].some(waits)) queue.tryAgain();
    await visits.index.change(eventKey(eventId), apply, { strict: !environment.isOnline() });
    this.#runner.requestRun();
    return { ...plan, eventId };
  }

  sendBatch(eventIds: readonly string[], options: BatchOptions = {}): Promise<BatchProgress> {
    return sendBatch({ outbox: this, entry: (id) => this.#parts.visits.summary(id) }, eventIds, options);
  }

  async enqueueMessage(id: string, { holdMs = 0 }: { holdMs?: number } = {}): Promise<void> {
    const now = this.#parts.now();
    const reason = holdMs > 0 ? "undo" : "queued";
    const notBefore = holdMs > 0 ? now + holdMs : 0;
    await this.#parts.messages.index.change(
      id,
      (known) => {
        if (!known) throw new NotAllowed("This message is no longer on this device");
        if (known.queued || known.state === "sent" || known.state === "unknown")
          throw new NotAllowed("This message is on its way, sent, or may have been sent");
        return restatedMessage({ ...known, queued: newPlace(now, { reason, notBefore }) });
      },
      { strict: true },
    );
    this.#runner.requestRun();
  }

  async repeat(id: string, { confirmed }: { confirmed: boolean }): Promise<Blocked | undefined> {
    const key = eventKey(id);
    const no = this.#visitQueue.has(key)
      ? await this.#visitQueue.repeat(key, confirmed)
      : await this.messageQueue.repeat(id, confirmed);
    this.#runner.requestRun();
    return no;
  }

  #queueOf(id: string): { queue: OutgoingQueue; key: string } | undefined {
    const key = eventKey(id);
    for (const queue of this.#queues) {
      if (queue.queued(key)) return { queue, key };
      if (queue.queued(id)) return { queue, key: id };
    }
    return undefined;
  }

  /** True when the place was changed before the entry left. */
  async #replaced(id: string, change: ChangePlace): Promise<boolean | undefined> {
    const place = this.#queueOf(id);
    if (!place) return undefined;
    const { queue, key } = place;
    const isDone = (await this.#runner.takeBack(queue, key, change)) || (await queue.requeue(key, change));
    this.#runner.requestRun();
    return isDone;
  }

  async hold(id: string): Promise<boolean> {
    return (await this.#replaced(id, (queued) => ({ ...queued, state: "held" }))) ?? false;
  }

  async release(id: string): Promise<void> {
    await this.#replaced(id, (queued) => ({ ...queued, state: "waiting", notBefore: 0 }));
  }

  async withdraw(id: string): Promise<boolean> {
    const isDone = (await this.#replaced(id, () => undefined)) ?? true;
    return isDone || this.#withdrawElsewhere(id);
  }

  /** Another tab has claimed it and may not have sent it yet: ask that tab to withdraw it. */
  async #withdrawElsewhere(id: string): Promise<boolean> {
    const place = this.#queueOf(id);
    if (!place) return false;
    const { queue, key } = place;
    const attempt = queue.startedAt(key);
    this.#parts.channel.post({ type: "withdraw", id: key });
    await leftSending(queue, key);
    // If withdrawn, its attempt is gone; if sent, the attempt has an outcome or will get one.
    return queue.queued(key) === undefined && queue.lastStartedAt(key) !== attempt;
  }

  /** Another tab asks for an entry this one may have claimed and not sent yet. */
  async giveBack(id: string): Promise<void> {
    for (const queue of this.#queues) await this.#runner.takeBack(queue, id, () => undefined);
  }

  sendWaiting(): void {
    this.#runner.sendWaiting();
  }

  async retryNow(): Promise<void> {
    await leaveNow(this.#queues, ({ reason }) => reason === "busy");
    this.#runner.retryNow();
  }

  async serviceIsBack(): Promise<void> {
    if (!this.#parts.repeatsAreSafe()) return;
    await leaveNow(this.#queues, ({ repeats }) => repeats === true);
    this.#runner.retryNow();
  }

  stop(): void {
    this.#runner.stop();
    for (const stop of this.#stops) stop();
  }
}
