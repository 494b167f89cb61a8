import { Listeners } from "#room/signals/listeners.ts";
import type { KeptMessage } from "./kept-message.ts";
import type { SentAtService } from "./message-record.ts";

function entryOf({ messageId, sentAt, ...sent }: SentAtService): KeptMessage {
  return {
    ...sent,
    // The service's number, so that it is the same wherever it is read.
    id: `sent-${String(messageId)}`,
    messageId,
    state: "sent",
    sentAt,
    createdAt: sentAt,
    updatedAt: sentAt,
    attempts: [],
    revision: 0,
  };
}

/** What the service told of messages that this user sent, kept in memory. */
export class SentElsewhere {
  readonly #entries = new Map<string, KeptMessage>();
  readonly #changed = new Listeners();
  readonly subscribe = this.#changed.add;
  #list: readonly KeptMessage[] = [];

  receive(sent: readonly SentAtService[]): void {
    const fresh = sent.map((one) => entryOf(one)).filter(({ id }) => !this.#entries.has(id));
    if (fresh.length === 0) return;
    for (const entry of fresh) this.#entries.set(entry.id, entry);
    this.#list = [...this.#entries.values()];
    this.#changed.tell();
  }

  get(id: string): KeptMessage | undefined {
    return this.#entries.get(id);
  }

  /** The same array until something changes. */
  list(): readonly KeptMessage[] {
    return this.#list;
  }
}
