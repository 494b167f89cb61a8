import { given } from "#room/contract/keys-of.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { RefusedField } from "#room/workspace/attempts/attempt.ts";
import { type EntryMaker, eventKey, restated, type VisitEntry } from "./visit-entry.ts";
import { bodyOf, type VisitBody } from "./visit-body.ts";
import type { VisitRecord } from "./visit-record.ts";

export interface ServiceEvent {
  readonly visitId: string;
  readonly eventId: string;
  readonly outcome: "charged" | "withheld" | "refused";
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly receivedFrom: string;
  readonly reason?: string;
  readonly code?: string;
  readonly fields: readonly RefusedField[];
}

interface Guest {
  readonly body: VisitBody;
  readonly entry: VisitEntry;
}

/**
 * The service's events being viewed: in memory only, while their page is open. The first change or send stores the
 * event, with the service's answer as its first attempt.
 */
export class TransientVisits {
  readonly #guests = new Map<string, Guest>();
  readonly #store: EntryMaker;

  constructor(store: EntryMaker) {
    this.#store = store;
  }

  async add(event: DraftEvent, known: ServiceEvent): Promise<void> {
    const eventId = eventKey(known.eventId);
    const record: VisitRecord = { eventId, event, imported: event, revision: 1 };
    const body = bodyOf(record);
    const made = this.#store.newEntry(record, { kind: "service" }, await this.#store.summariser());
    const { outcome, receivedAt, receivedFrom, reason, code, fields } = known;
    const { visitId, amountMinor, currency } = made;
    const entry = restated({
      ...made,
      serviceVisitId: known.visitId,
      seenEventId: eventId,
      isGuest: true,
      attempts: [
        {
          number: 1,
          startedAt: receivedAt,
          by: receivedFrom,
          contentHash: await body.hash(),
          visitId,
          currency,
          outcome,
          fields,
          ...given({ amountMinor, message: reason, code }),
        },
      ],
      attemptRevision: 1,
    });
    this.#guests.set(eventId, { body, entry });
  }

  get(key: string): Guest | undefined {
    return this.#guests.get(key);
  }

  delete(key: string): void {
    this.#guests.delete(key);
  }

  clear(): void {
    this.#guests.clear();
  }
}
