import { InProcessLocks } from "./in-process-locks.ts";

interface Timer {
  at: number;
  readonly run: () => void;
}

interface Listening {
  readonly name: string;
  readonly tab: object;
  readonly receive: (message: unknown) => void;
}

/** One machine with a clock, a network and any number of tabs, for tests of the workspace. */
export class WorkspaceDesk {
  readonly locks = new InProcessLocks();
  time = 1_700_000_000_000;
  isOnline = true;
  readonly #timers = new Set<Timer>();
  readonly #listening = new Set<Listening>();
  readonly #network = new Set<() => void>();
  readonly #dead = new WeakSet<object>();

  /** What a tab needs from the browser. `kill` ends it like a crash: no more timers, no more messages. */
  tab() {
    const tab = {};
    const isAlive = () => !this.#dead.has(tab);
    const environment = {
      // The tests' locks implement only the method in use; its overloads have no shorter form.
      locks: this.locks.of(tab) as unknown as Pick<LockManager, "request">,
      channel: (name: string) => ({
        post: (message: unknown) => {
          for (const each of this.#listening)
            if (each.name === name && each.tab !== tab && isAlive())
              queueMicrotask(() => each.receive(message));
        },
        listen: (receive: (message: unknown) => void) => {
          const listening: Listening = {
            name,
            tab,
            receive: (message) => (isAlive() ? receive(message) : undefined),
          };
          this.#listening.add(listening);
          return () => void this.#listening.delete(listening);
        },
        close: () => {
          for (const each of this.#listening) if (each.tab === tab) this.#listening.delete(each);
        },
      }),
      now: () => this.time,
      random: () => 0.5,
      isOnline: () => this.isOnline,
      onNetwork: (listener: () => void) => {
        this.#network.add(listener);
        return () => void this.#network.delete(listener);
      },
      setTimer: (run: () => void, ms: number) => {
        // A browser fires at once what is set for longer than it can count.
        const timer: Timer = {
          at: this.time + (ms < 2 ** 31 ? ms : 0),
          run: () => (isAlive() ? run() : undefined),
        };
        this.#timers.add(timer);
        return () => void this.#timers.delete(timer);
      },
      tabDrafts: { wasWriting: () => false, note: () => undefined },
    };
    const kill = () => void this.#dead.add(tab);
    const abandon = (lock: string) => this.locks.abandon(lock, tab);
    return { environment, kill, abandon, isAlive };
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const listener of this.#network) listener();
  }

  /** Sets the clock back. Timers count the time that passes, whatever the clock says. */
  setBack(ms: number): void {
    this.time -= ms;
    for (const timer of this.#timers) timer.at -= ms;
  }

  /** Advances the clock and fires the timers that are due. */
  pass(ms: number): void {
    this.time += ms;
    for (const timer of this.#timers) {
      if (timer.at > this.time) continue;
      this.#timers.delete(timer);
      timer.run();
    }
  }
}
