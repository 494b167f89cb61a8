import type { Channel, Environment } from "./environment.ts";
import { NotTheWriter } from "./failures.ts";
import type { Vault } from "./vault.ts";
import type { EventJson } from "./visit-record.ts";
import type { VisitStore } from "./visit-store.ts";
import type { DraftLease, EditOptions } from "./visits.ts";

export interface LeaseParts {
  readonly locks: Environment["locks"];
  readonly vault: Vault;
  /** Tabs ask each other here to give up a draft after its last write. */
  readonly channel: Channel;
  setTimer: Environment["setTimer"];
}

/** How long a tab may take for its last write before another takes the draft over. Milliseconds. */
const patience = 1500;

interface LeaseMessage {
  readonly type: "yield" | "yielded";
  readonly lock: string;
}

export function isLeaseMessage(message: unknown): message is LeaseMessage {
  if (typeof message !== "object" || message === null || !("type" in message)) return false;
  return message.type === "yield" || message.type === "yielded";
}

class Lease<Event extends EventJson> implements DraftLease<Event> {
  role: "writer" | "follower" = "follower";
  readonly #parts: LeaseParts;
  readonly #store: VisitStore<Event>;
  readonly #eventId: string;
  readonly #lock: string;
  readonly #options: EditOptions;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  readonly #yielded = new Set<() => void>();
  #release: (() => void) | undefined;
  #waiting: AbortController | undefined;
  #closed = false;

  constructor(
    parts: LeaseParts,
    store: VisitStore<Event>,
    where: { eventId: string; lock: string },
    options: EditOptions,
  ) {
    this.#parts = parts;
    this.#store = store;
    this.#eventId = where.eventId;
    this.#lock = where.lock;
    this.#options = options;
    let seen = store.index.get(where.eventId)?.revision;
    this.#stops.push(
      store.subscribe(() => {
        const revision = store.index.get(where.eventId)?.revision;
        if (revision === seen) return;
        seen = revision;
        this.#tell();
      }),
      parts.channel.listen((message) => void this.#hear(message)),
    );
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #become(role: "writer" | "follower"): void {
    if (this.role === role) return;
    this.role = role;
    this.#tell();
  }

  /** Holds the lock until `#release`; resolves when it is known whether we have it. */
  #request(options: LockOptions): Promise<boolean> {
    return new Promise((known) => {
      const held = this.#parts.locks.request(this.#lock, options, (lock) => {
        known(lock !== null);
        if (!lock || this.#closed) return undefined;
        this.#become("writer");
        return new Promise<void>((resolve) => (this.#release = resolve));
      });
      held.catch(() => {
        // Stolen by another tab, or given up while waiting.
        known(false);
        if (options.signal?.aborted || this.#closed) return;
        this.#release = undefined;
        this.#become("follower");
        this.#queueUp();
      });
    });
  }

  async start(): Promise<void> {
    if (!(await this.#request({ ifAvailable: true }))) this.#queueUp();
  }

  /** Becomes the writer by itself when the other tab is done. */
  #queueUp(): void {
    if (this.#closed || this.role === "writer") return;
    this.#waiting?.abort();
    this.#waiting = new AbortController();
    void this.#request({ signal: this.#waiting.signal });
  }

  async #hear(message: unknown): Promise<void> {
    if (!isLeaseMessage(message) || message.lock !== this.#lock) return;
    if (message.type === "yielded") for (const go of this.#yielded) go();
    if (message.type !== "yield" || this.role !== "writer") return;
    try {
      await this.#options.beforeYield?.();
    } finally {
      this.#parts.channel.post({ type: "yielded", lock: this.#lock } satisfies LeaseMessage);
    }
  }

  async takeOver(): Promise<void> {
    if (this.role === "writer") return;
    await new Promise<void>((resolve) => {
      const stop = this.#parts.setTimer(resolve, patience);
      this.#yielded.add(() => {
        stop();
        resolve();
      });
      this.#parts.channel.post({ type: "yield", lock: this.#lock } satisfies LeaseMessage);
    });
    this.#yielded.clear();
    this.#waiting?.abort();
    await this.#request({ steal: true });
  }

  async put(event: Event): Promise<void> {
    if (this.role !== "writer") throw new NotTheWriter();
    await this.#store.write(this.#eventId, event);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  release(): void {
    this.#closed = true;
    this.#waiting?.abort();
    this.#release?.();
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }
}

/** Asks for the right to write a draft: the first tab gets it, the others follow until they take over. */
export async function openLease<Event extends EventJson>(
  parts: LeaseParts,
  store: VisitStore<Event>,
  eventId: string,
  options: EditOptions,
): Promise<DraftLease<Event>> {
  const lock = `draft-${await parts.vault.nameOf(`draft/${eventId}`)}`;
  const lease = new Lease(parts, store, { eventId, lock }, options);
  await lease.start();
  return lease;
}
