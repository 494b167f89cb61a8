import type { ChangesAfter, ChangesSince, VisitChange, Viewer } from "./store/visits/visit-types.ts";

/** How often changes of other processes are checked while anyone waits. */
const lookEveryMs = 400;
const maxWaiting = 5000;
const maxOfSession = 3;
/** In all their sessions. */
const maxOfPerson = 24;

/** Who waits, by session and person. */
export interface Waiting {
  readonly session: string;
  readonly person: string;
}

interface Waiter extends Waiting {
  readonly notify: (why: "changed" | "over") => void;
}

/** Where changes are read. */
export interface ChangeSource {
  changeNumber(): Promise<number>;
  changesAfter(since: number): Promise<ChangesAfter>;
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
 * Lets calls wait for the next visit change: of this process immediately, of others by polling the last change number.
 * The database is asked once for all of them, after each commit and each look. Each session and each person may have a few waits; one more ends the longest, so that a new page does
 * not queue behind forgotten tabs.
 */
export class ChangeWatch {
  readonly #source: ChangeSource;
  readonly #waiters = new Set<Waiter>();
  readonly #recent = new Map<string, VisitChange>();
  /** All changes after the first and up to the second are among the recent ones. */
  #from = 0;
  #upTo: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #rounds = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  /** What changed after a number that the viewer may see, including everything committed before the call. */
  async since(since: number, viewer: Pick<Viewer, "practices">): Promise<ChangesSince> {
    // Callers that arrive during a read share the next one: the current read may have begun too early.
    if (!this.#next) {
      this.#next = this.#running.then(() => {
        this.#next = undefined;
        return this.#catchUp();
      });
      this.#running = this.#next.catch(() => undefined);
    }
    await this.#next;
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

  async #catchUp(): Promise<void> {
    const before = this.#upTo ?? (await this.#source.changeNumber());
    const { changeNumber, changes, isTooOld } = await this.#source.changesAfter(before);
    if (this.#upTo === undefined || isTooOld) {
      this.#recent.clear();
      this.#from = changeNumber;
    }
    this.#upTo = changeNumber;
    for (const change of changes) {
      this.#recent.delete(change.visitId);
      this.#recent.set(change.visitId, change);
    }
    for (const [visitId, change] of this.#recent) {
      if (this.#recent.size <= maxRecent) break;
      this.#recent.delete(visitId);
      this.#from = change.changeNumber;
    }
  }

  /** Take this mark before looking for changes: a wait with it ends immediately if something changed since. */
  seen(): number {
    return this.#rounds;
  }

  /** This process has committed a change. */
  notify(): void {
    this.#rounds += 1;
    for (const waiter of this.#waiters) waiter.notify("changed");
  }

  /** Resolves on the next change, at the timeout, or when the server stops. */
  wait(who: Waiting, seen: number, forMs: number): Promise<"changed" | "over"> {
    if (this.#isClosed) return Promise.resolve("over");
    if (seen !== this.#rounds) return Promise.resolve("changed");
    this.#makeRoom(who);
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.notify("over"), forMs);
      const waiter: Waiter = {
        ...who,
        notify: (why) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(why);
        },
      };
      this.#waiters.add(waiter);
      this.#lookSoon();
    });
  }

  /** Ends all waits: the server is stopping. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters) waiter.notify("over");
  }

  #makeRoom({ session, person }: Waiting): void {
    const ofPerson = [...this.#waiters].filter((waiter) => waiter.person === person);
    const ofSession = ofPerson.filter((waiter) => waiter.session === session);
    if (ofSession.length >= maxOfSession) ofSession[0]?.notify("over");
    else if (ofPerson.length >= maxOfPerson) ofPerson[0]?.notify("over");
    const [longest] = this.#waiters;
    if (this.#waiters.size >= maxWaiting) longest?.notify("over");
  }

  #lookSoon(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
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
