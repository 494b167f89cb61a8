import type { ChangesAfter, ChangesSince, VisitChange, Viewer } from "./store/visits/visit-types.ts";

/** How often changes of other processes are looked for while anyone waits. */
const lookEveryMs = 400;
/** While the others are heard, for the case that a word is lost, and for leases that run out. */
const lookWhenHeardMs = 5000;
/** How soon a page that only waits learns that its session has ended, or that its user’s practices are others. */
const lookAtSessionsMs = 3000;
/** Waits end so much late at most: one timer ends all of them. */
const endEveryMs = 200;
/** Of ten thousand consoles. */
const maxWaiting = 20_000;
const maxOfSession = 3;
/** In all their sessions. */
const maxOfPerson = 24;

export interface Waiting {
  readonly session: string;
  readonly person: string;
  /** What they hear of visits; without it only time ends the wait, or the server. */
  readonly visits?: Known;
}

interface Known {
  /** Only what they may see ends the wait. */
  viewer: Pick<Viewer, "practices">;
  /** The last change they know, which moves on with what they may not see. */
  from: number;
}

/** Why a wait ends; `gone`: the session may have ended, may no longer wait, or sees other practices. */
export type Why = "changed" | "gone" | "over";

interface Waiter extends Waiting {
  /** Called once. */
  ended(why: Why): void;
}

export interface ChangeSource {
  changeNumber(): Promise<number>;
  changesAfter(since: number): Promise<ChangesAfter>;
  /** True while other processes' changes are told as they are committed. */
  hearsOthers?(): boolean;
  /** Those of these sessions that may wait on, with these practices. */
  stillThere?(practicesOf: ReadonlyMap<string, readonly string[]>): Promise<ReadonlySet<string>>;
}

/** The most recent changes, in their order: what those who wait ask for. */
const maxRecent = 2000;

function seenBy(
  changes: Iterable<VisitChange>,
  since: number,
  { practices }: Pick<Viewer, "practices">,
): string[] {
  const isSeen = (change: VisitChange) =>
    practices.length === 0 || practices.some((practice) => change.practices.has(practice));
  return [...changes]
    .filter((change) => change.changeNumber > since && isSeen(change))
    .map(({ visitId }) => visitId);
}

/**
 * Lets calls wait for the next visit change: of this process immediately, of others when they are heard, or by polling
 * the last change number.
 * The database is asked once for all of them, after each commit and each look. Each session and each person may have a few waits; one more ends the longest, so that a new page does
 * not queue behind forgotten tabs.
 */
export class ChangeWatch {
  readonly #source: ChangeSource;
  /** Until when, in whole milliseconds; first who has waited longest. */
  readonly #waiters = new Map<Waiter, number>();
  readonly #ofPerson = new Map<string, Waiter[]>();
  readonly #recent = new Map<string, VisitChange>();
  /** All changes after the first and up to the second are among the recent ones. */
  #from = 0;
  #upTo: number | undefined;
  /** What had been told when the recent ones were last read. */
  #readAt = -1;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #rounds = 0;
  #timer: NodeJS.Timeout | undefined;
  #sessionTimer: NodeJS.Timeout | undefined;
  #overTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  /**
   * What changed after a number that the viewer may see, including everything committed before the call, or, after a
   * wait that was ended, everything told of.
   */
  async since(since: number, viewer: Pick<Viewer, "practices">, isTold = false): Promise<ChangesSince> {
    if (!isTold || this.#readAt !== this.#rounds) await this.#read();
    const changeNumber = this.#upTo ?? 0;
    if (since >= this.#from)
      return {
        changeNumber,
        visits: seenBy(this.#recent.values(), since, viewer),
        isTooOld: since > changeNumber,
      };
    const { changes, ...rest } = await this.#source.changesAfter(since);
    return { ...rest, visits: seenBy(changes, since, viewer) };
  }

  #read(): Promise<void> {
    // Callers that arrive during a read share the next one: the current read may have begun too early.
    if (!this.#next) {
      this.#next = this.#running.then(() => {
        this.#next = undefined;
        return this.#catchUp();
      });
      this.#running = this.#next.catch(() => undefined);
    }
    return this.#next;
  }

  /** True if nothing that was told of has happened since that change; a look follows while anyone waits. */
  isCurrent(since: number): boolean {
    return since === this.#upTo && this.#readAt === this.#rounds;
  }

  async #catchUp(): Promise<void> {
    const rounds = this.#rounds;
    const before = this.#upTo ?? (await this.#source.changeNumber());
    const { changeNumber, changes, isTooOld } = await this.#source.changesAfter(before);
    if (this.#upTo === undefined || isTooOld) {
      this.#recent.clear();
      this.#from = changeNumber;
    }
    this.#upTo = changeNumber;
    this.#readAt = rounds;
    for (const change of changes) {
      this.#recent.delete(change.visitId);
      this.#recent.set(change.visitId, change);
    }
    for (const [visitId, change] of this.#recent) {
      if (this.#recent.size <= maxRecent) break;
      this.#recent.delete(visitId);
      this.#from = change.changeNumber;
    }
    if (isTooOld || changes.length > 0) this.#tell(isTooOld ? undefined : changes);
  }

  /** Ends the waits of those who may see these changes; undefined: there are too many to say. */
  #tell(changes: readonly VisitChange[] | undefined): void {
    const practices = new Set(changes?.flatMap((change) => [...change.practices]));
    for (const waiter of this.#waiters.keys()) {
      const { visits } = waiter;
      if (!visits) continue;
      const own = visits.viewer.practices;
      if (!changes || own.length === 0 || own.some((practice) => practices.has(practice)))
        this.#end(waiter, "changed");
      else if (this.#upTo !== undefined) visits.from = this.#upTo;
    }
  }

  /** Take this mark before looking for changes: a wait with it ends immediately if something changed since. */
  seen(): number {
    return this.#rounds;
  }

  notify(): void {
    this.#rounds += 1;
    // Those whose changes cannot be read find out by themselves.
    if (this.#waiters.size > 0) this.#read().catch(() => this.#tell(undefined));
  }

  /** Resolves on the next change, at the timeout, or when the server stops. */
  wait(who: Waiting, seen: number, forMs: number): Promise<Why> {
    return new Promise((ended) => this.hold({ ...who, ended }, seen, forMs));
  }

  /** The same, by a call; nothing more is kept meanwhile. */
  hold(waiter: Waiter, seen: number, forMs: number): void {
    if (this.#isClosed) return waiter.ended("over");
    const { visits, person } = waiter;
    if (visits && (seen !== this.#rounds || visits.from !== this.#upTo)) return waiter.ended("changed");
    this.#makeRoom(waiter);
    this.#waiters.set(waiter, Math.ceil(performance.now() + forMs));
    const others = this.#ofPerson.get(person);
    if (others) others.push(waiter);
    else this.#ofPerson.set(person, [waiter]);
    this.#lookSoon();
    this.#lookAtSessionsSoon();
    this.#overTimer ??= setTimeout(() => this.#endThoseOver(), endEveryMs);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of [this.#timer, this.#sessionTimer, this.#overTimer]) clearTimeout(timer);
    for (const waiter of this.#waiters.keys()) this.#end(waiter, "over");
  }

  #end(waiter: Waiter, why: Why): void {
    if (!this.#waiters.delete(waiter)) return;
    const others = this.#ofPerson.get(waiter.person) ?? [];
    if (others.length > 1) others.splice(others.indexOf(waiter), 1);
    else this.#ofPerson.delete(waiter.person);
    waiter.ended(why);
  }

  #endThoseOver(): void {
    this.#overTimer = undefined;
    const now = performance.now();
    for (const [waiter, until] of this.#waiters) if (until <= now) this.#end(waiter, "over");
    if (this.#waiters.size > 0 && !this.#isClosed)
      this.#overTimer ??= setTimeout(() => this.#endThoseOver(), endEveryMs);
  }

  #makeRoom({ session, person }: Waiting): void {
    const ofPerson = this.#ofPerson.get(person) ?? [];
    const ofSession = ofPerson.filter((other) => other.session === session);
    const first = ofSession.length >= maxOfSession ? ofSession[0] : undefined;
    const [longest] = this.#waiters.keys();
    if (first) this.#end(first, "over");
    else if (ofPerson[0] && ofPerson.length >= maxOfPerson) this.#end(ofPerson[0], "over");
    if (longest && this.#waiters.size >= maxWaiting) this.#end(longest, "over");
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

  #lookAtSessionsSoon(): void {
    const { stillThere } = this.#source;
    if (!stillThere || this.#sessionTimer !== undefined || this.#isClosed) return;
    const look = async () => {
      // Whose session is looked at here; others look for themselves.
      const waiting = [...this.#waiters.keys()].filter(({ visits }) => visits);
      const sessions = new Map<string, readonly string[]>();
      // Of a session's waits the first tells: it ends all of them, and they find out for themselves.
      for (const { session, visits } of waiting)
        if (visits && !sessions.has(session)) sessions.set(session, visits.viewer.practices);
      // If the database does not respond, the next look will tell.
      const there = await stillThere(sessions).catch(() => new Set(sessions.keys()));
      for (const waiter of waiting) if (!there.has(waiter.session)) this.#end(waiter, "gone");
      this.#sessionTimer = undefined;
      if (this.#waiters.size > 0) this.#lookAtSessionsSoon();
    };
    this.#sessionTimer = setTimeout(() => void look(), lookAtSessionsMs);
    this.#sessionTimer.unref();
  }
}
