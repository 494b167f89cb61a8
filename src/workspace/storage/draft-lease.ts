import { Listeners } from "#room/signals/listeners.ts";
import type { Environment } from "#room/workspace/browser/environment.ts";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import type { TabChannel } from "#room/workspace/tabs/tab-channel.ts";
import type { TabMessage } from "#room/workspace/tabs/tab-messages.ts";
import type { Vault } from "#room/workspace/keys/vault.ts";

export interface StoryLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly words: string;
}

/** A cell that holds a value nobody typed, or one that the content can't say, by its row's place in the content. */
export interface FilledCell {
  /** Of which list its row is; charges if absent. */
  readonly list?: "charges" | "payments";
  readonly row: number;
  readonly member: string;
  readonly text: string;
}

export interface TypedText {
  readonly path: string;
  /** As typed; the content has it in its usual form. */
  readonly text: string;
  /** What the content had there before. */
  readonly before: string;
}

/** What is kept beside a draft and never sent. */
export interface DraftNotes {
  /** The latest changes to it, in words, oldest first. */
  readonly story?: readonly StoryLine[];
  /** Its charges' cells that the fee schedule or the line above filled in, and what the content can't say. */
  readonly filled?: readonly FilledCell[];
  /** The field that was being typed in when it was stored, by its path in the content. */
  readonly typing?: TypedText | undefined;
}

/** The right to write a draft: one tab at a time has it, the others follow its writes. */
export interface DraftLease<Content> {
  readonly role: "writer" | "follower";
  /** Called when the role changes (another tab took over, or yielded) and when another tab wrote the record. */
  subscribe(listener: () => void): () => void;
  /**
   * Durable when it resolves. Throws NotTheWriter when another tab has the draft.
   * @param notes what is kept beside it, where that is kept; defaults to the stored ones
   */
  put(content: Content, notes?: DraftNotes): Promise<void>;
  /** Becomes the writer; the previous writer becomes a follower after its last write. */
  takeOver(): Promise<void>;
  release(): void;
}

/** A lease whose end can be awaited. */
export interface OpenLease<Content> extends DraftLease<Content> {
  /** Releases it; resolves when the draft can be leased again. */
  end(): Promise<void>;
}

export interface EditOptions {
  /** Writes pending changes before another tab takes the draft over. */
  readonly beforeYield?: () => Promise<void>;
}

export interface LeasedDraft<Content> {
  readonly name: string;
  readonly id: string;
  /** Finds its row, once written; the revision increments with every write. */
  readonly index: {
    get(id: string): { readonly revision: number } | undefined;
    subscribe(listener: () => void): () => void;
  };
  /** @param isOurs false once another tab has the draft */
  write(content: Content, notes?: DraftNotes, isOurs?: () => boolean): Promise<void>;
}

export interface LeaseParts {
  readonly locks: Environment["locks"];
  readonly tabDrafts: Environment["tabDrafts"];
  readonly vault: Vault;
  /** Tabs use it to ask each other to give up a draft after the last write. */
  readonly channel: TabChannel;
  setTimer: Environment["setTimer"];
  /** Reads what other tabs wrote without this one hearing of it. */
  catchUp(): Promise<void>;
}

/** How long a tab may take for its last write before another takes over, in milliseconds. */
const patience = 1500;

class Lease<Content> implements OpenLease<Content> {
  role: "writer" | "follower" = "follower";
  readonly #parts: LeaseParts;
  readonly #draft: LeasedDraft<Content>;
  readonly #lock: string;
  readonly #options: EditOptions;
  readonly #listeners = new Listeners();
  readonly #stops: (() => void)[] = [];
  readonly #yielded = new Listeners();
  #release: (() => void) | undefined;
  #held: Promise<void> = Promise.resolve();
  #waiting: AbortController | undefined;
  #stopAskingLater: (() => void) | undefined;
  #closed = false;

  constructor(parts: LeaseParts, draft: LeasedDraft<Content>, lock: string, options: EditOptions) {
    this.#parts = parts;
    this.#draft = draft;
    this.#lock = lock;
    this.#options = options;
    const { id, index } = draft;
    let seen = index.get(id)?.revision;
    this.#stops.push(
      index.subscribe(() => {
        const revision = index.get(id)?.revision;
        if (revision === seen) return;
        seen = revision;
        this.#notify();
      }),
      parts.channel.listen((message) => void this.#receive(message)),
    );
  }

  #notify(): void {
    this.#listeners.tell();
  }

  #become(role: "writer" | "follower"): void {
    if (this.role === role) return;
    this.role = role;
    this.#note(role === "writer");
    this.#notify();
  }

  /** Only of an editor, which a user sees going on after a reload. */
  #note(isWriting: boolean): void {
    if (this.#options.beforeYield) this.#parts.tabDrafts.note(this.#lock, isWriting);
  }

  /** Holds the lock until `#release`; resolves when it is known whether we have it. */
  #request(options: LockOptions): Promise<boolean> {
    return new Promise((known) => {
      let wasHeld = false;
      let isLost = false;
      const held = this.#parts.locks.request(this.#lock, options, (lock) => {
        if (!lock || this.#closed) {
          known(false);
          return undefined;
        }
        return new Promise<void>((release) => {
          this.#release = release;
          const begin = () => {
            wasHeld = !isLost && !this.#closed;
            if (wasHeld) this.#become("writer");
            known(wasHeld);
          };
          // A tab that was closed may not have been able to tell of its last write.
          this.#parts.catchUp().then(begin, begin);
        });
      });
      this.#held = held.then(undefined, () => {
        isLost = true;
        // Stolen by another tab, given up while waiting, or unavailable.
        known(false);
        if (options.signal?.aborted || this.#closed) return;
        this.#release = undefined;
        this.#become("follower");
        if (wasHeld) this.#queueUp();
        else this.#queueUpLater();
      });
    });
  }

  async start(): Promise<void> {
    if (await this.#request({ ifAvailable: true })) return;
    this.#queueUp();
    // The tab that waited got it while this one was reloaded.
    if (this.#options.beforeYield && this.#parts.tabDrafts.wasWriting(this.#lock)) await this.takeOver();
  }

  /** Becomes the writer automatically when the other tab is done. */
  #queueUp(): void {
    if (this.#closed || this.role === "writer") return;
    this.#waiting?.abort();
    this.#waiting = new AbortController();
    void this.#request({ signal: this.#waiting.signal });
  }

  /**
   * A browser that is unloading the page refuses every lock immediately; retrying without a delay would keep it from
   * finishing.
   */
  #queueUpLater(): void {
    this.#stopAskingLater?.();
    this.#stopAskingLater = this.#parts.setTimer(() => this.#queueUp(), patience);
  }

  async #receive(message: TabMessage): Promise<void> {
    if (message.type !== "yield" && message.type !== "yielded") return;
    if (message.lock !== this.#lock) return;
    if (message.type === "yielded") this.#yielded.tell();
    if (message.type === "yielded" || this.role !== "writer") return;
    // What cannot be written is told where it was typed.
    await this.#options.beforeYield?.().catch(() => undefined);
    this.#parts.channel.post({ type: "yielded", lock: this.#lock });
  }

  async takeOver(): Promise<void> {
    if (this.role === "writer") return;
    await new Promise<void>((resolve) => {
      const stop = this.#parts.setTimer(resolve, patience);
      this.#yielded.add(() => {
        stop();
        resolve();
      });
      this.#parts.channel.post({ type: "yield", lock: this.#lock });
    });
    this.#yielded.clear();
    this.#waiting?.abort();
    await this.#request({ steal: true });
  }

  async put(content: Content, notes?: DraftNotes): Promise<void> {
    if (this.role !== "writer") throw new NotTheWriter();
    await this.#draft.write(content, notes, () => this.role === "writer");
  }

  readonly subscribe = this.#listeners.add;

  release(): void {
    this.#closed = true;
    this.#note(false);
    this.#waiting?.abort();
    this.#stopAskingLater?.();
    this.#release?.();
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  end(): Promise<void> {
    this.release();
    return this.#held;
  }
}

/** Requests the write lease for a draft: the first tab gets it, the others follow until they take over. */
export async function openLease<Content>(
  parts: LeaseParts,
  draft: LeasedDraft<Content>,
  options: EditOptions,
): Promise<OpenLease<Content>> {
  const lock = `draft-${await parts.vault.nameOf(`draft/${draft.name}`)}`;
  const lease = new Lease(parts, draft, lock, options);
  await lease.start();
  return lease;
}
