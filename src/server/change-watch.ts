import { type Refusal, tryAgainIn } from "./http/refusal.ts";
import type { ChangesAfter, ChangesSince, VisitChange, Viewer } from "./store/visits/visit-types.ts";

/** How often changes of other processes are looked for while anyone waits. */
const lookEveryMs = 400;
/** While the others are heard, for the case that a word is lost, and for leases that run out. */
const lookWhenHeardMs = 5000;
/** Of a thousand consoles. */
const maxWaiting = 2000;
const maxOfSession = 3;
/** In all their sessions. */
const maxOfPerson = 24;

export interface Waiting {
  readonly session: string;
  readonly person: string;
  /** What they hear of visits; without it only time ends the wait, or the server. */
  readonly visits?: {
    /** Only what they may see ends the wait. */
    readonly viewer: Pick<Viewer, "practices">;
    /** The last change they know, which moves on with what they may not see. */
    from: number;
  };
  /** Ends the wait, as time does. */
  readonly gone?: AbortSignal;
}

/** Why a wait ends; `over`: the server stops. `full`: newer waits of the same session or person take its place. */
export type Why = "changed" | "time" | "over" | "full";

/** Of a wait that is `full`. A 200 would be asked again at once, and end the next one: without an end. */
export function toldToComeLater(): Refusal {
  const message = "Newer calls that wait for changes took the place of this one. Ask again in 5 seconds.";
  return tryAgainIn(5, message, 429);
}

interface Waiter extends Waiting {
  end(why: Why): void;
}

export interface ChangeSource {
  changeNumber(): Promise<number>;
  changesAfter(since: number): Promise<ChangesAfter>;
  /** True while other processes' changes are told as they are committed. */
  hearsOthers?(): boolean;
}

function isSeen({ practices }: VisitChange, { practices: own }: Pick<Viewer, "practices">): boolean {
  return own.length === 0 || own.some((practice) => practices.has(practice));
}

/**
 * Lets calls wait for the next visit change: of this process immediately, of others when they are heard, or by polling
 * the last change number. The database is asked once for all who wait. Each session and each person may have a few
 * waits; one more ends the longest, so that a new page does not queue behind forgotten tabs, and that one comes later.
 */
export class ChangeWatch {
  readonly #source: ChangeSource;
  /** First who has waited longest. */
  readonly #waiters = new Set<Waiter>();
  /** All changes up to this one have been told to those who wait. */
  #upTo = 0;
  /** Something was committed that has not been read. */
  #isNotified = false;
  #isReading = false;
  /** Under way, by the number they read from. */
  readonly #reads = new Map<number, Promise<ChangesAfter>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  /** What changed after a number that the viewer may see. Those who were told of it ask the database once for all. */
  async since(since: number, viewer: Pick<Viewer, "practices">, isTold = false): Promise<ChangesSince> {
    const { changes, ...rest } = await (isTold ? this.#sharedRead(since) : this.#source.changesAfter(since));
    const seen = changes.filter((change) => isSeen(change, viewer));
    return { ...rest, visits: seen.map(({ visitId }) => visitId) };
  }

  #sharedRead(since: number): Promise<ChangesAfter> {
    const known = this.#reads.get(since);
    if (known) return known;
    const read = this.#source.changesAfter(since).finally(() => this.#reads.delete(since));
    this.#reads.set(since, read);
    return read;
  }

  /** Something was committed. */
  notify(): void {
    this.#isNotified = true;
    void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isNotified && this.#waiters.size > 0) {
      this.#isNotified = false;
      const before = this.#upTo;
      // Whoever waits finds out by themselves that the database does not respond.
      const news = await this.#source.changesAfter(before).catch(() => undefined);
      if (news) this.#upTo = news.changeNumber;
      for (const waiter of this.#waiters) {
        const { visits } = waiter;
        if (!visits) continue;
        const isNews = (change: VisitChange) =>
          change.changeNumber > visits.from && isSeen(change, visits.viewer);
        if (!news || news.isTooOld || news.changes.some(isNews)) waiter.end("changed");
        else visits.from = Math.max(visits.from, this.#upTo);
      }
    }
    this.#isReading = false;
  }

  /** Resolves on the next change, at the timeout, or when the server stops. */
  wait(who: Waiting, forMs: number): Promise<Why> {
    if (this.#isClosed || who.gone?.aborted) return Promise.resolve("over");
    if (who.visits) {
      if (this.#waiters.size === 0) this.#upTo = who.visits.from;
      // What was told while they looked.
      if (this.#upTo > who.visits.from) return Promise.resolve("changed");
    }
    this.#makeRoom(who);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ...who,
        end: (why) => {
          this.#waiters.delete(waiter);
          clearTimeout(timer);
          who.gone?.removeEventListener("abort", leave);
          resolve(why);
        },
      };
      const leave = () => waiter.end("over");
      const timer = setTimeout(() => waiter.end("time"), forMs);
      who.gone?.addEventListener("abort", leave);
      this.#waiters.add(waiter);
      this.#lookSoon();
      // Committed since they looked, while nobody waited.
      if (this.#isNotified) void this.#read();
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters) waiter.end("over");
  }

  #makeRoom({ session, person }: Waiting): void {
    const all = [...this.#waiters];
    const ofPerson = all.filter((other) => other.person === person);
    const ofSession = ofPerson.filter((other) => other.session === session);
    if (ofSession.length >= maxOfSession) ofSession[0]?.end("full");
    else if (ofPerson.length >= maxOfPerson) ofPerson[0]?.end("full");
    else if (all.length >= maxWaiting) all[0]?.end("full");
  }

  #lookSoon(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    const waitMs = this.#source.hearsOthers?.() === true ? lookWhenHeardMs : lookEveryMs;
    this.#timer = setTimeout(() => void this.#look(), waitMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    // If the database does not respond, the calls report it themselves after their wait.
    const number = await this.#source.changeNumber().catch(() => this.#upTo);
    this.#timer = undefined;
    // What those who wait have asked for already is no news.
    if (number !== this.#upTo) this.notify();
    if (this.#waiters.size > 0) this.#lookSoon();
  }
}
