import { Listeners } from "#room/signals/listeners.ts";
import { lastKnown, openAttempt } from "#room/workspace/attempts/attempt-list.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { ServiceVisits } from "./service-visits.ts";
import type { ServiceEvent } from "./transient-visits.ts";
import { restated, unqueued, type VisitEntry } from "./visit-entry.ts";

export type EventOutcome = Pick<
  ServiceEvent,
  "visitId" | "eventId" | "outcome" | "reason" | "code" | "fields"
> & {
  /** The visit has several invoices. */
  readonly isCorrected?: true;
};

/** The outcome of a visit's newest event; undefined where its state does not say it. */
function outcomeOfRow({ visitId, eventId, state, reason, corrections }: VisitRow): EventOutcome | undefined {
  if (state === "closed") return undefined;
  const isCorrected = corrections ? { isCorrected: true as const } : {};
  if (state === "voided") return { visitId, eventId, outcome: "charged", fields: [], ...isCorrected };
  return { visitId, eventId, outcome: state, fields: [], ...(reason && { reason }), ...isCorrected };
}

type Settling = Pick<Attempt, "outcome" | "code" | "message" | "fields">;

function settlingOf(entry: VisitEntry, of: Attempt, said: EventOutcome): Settling | undefined {
  const { outcome, reason, code, fields } = said;
  if (said.eventId === entry.eventId) {
    // A refused event may have been sent again with other content: the refusal may be the earlier one's.
    const isEarlier = outcome === "refused" && entry.attempts.some((each) => each.outcome === "refused");
    if (isEarlier) return undefined;
    if (outcome === "charged") return { outcome };
    return { outcome, fields, ...(reason && { message: reason }), ...(code && { code }) };
  }
  // One of several invoices may be this event's, and a correction comes after another's: only repeating it tells.
  if (said.isCorrected || entry.source.corrects) return undefined;
  // A visit has one invoice, so this event has none.
  if (outcome !== "charged" || (of.visitId ?? entry.visitId) !== said.visitId) return undefined;
  return {
    outcome: "refused",
    code: "VisitAlreadyInvoiced",
    message: "Another submission has charged this visit",
    fields: [],
  };
}

/** The row after the service said what became of an event; the same when that settles nothing. */
export function settledBy(entry: VisitEntry, said: EventOutcome): VisitEntry {
  const open = lastKnown(entry);
  // One that is being asked again gets its own answer.
  if (open?.outcome !== "unknown" || openAttempt(entry) || entry.queued?.state === "sending") return entry;
  const settling = settlingOf(entry, open, said);
  if (!settling) return entry;
  // How long it went unanswered is not how long the answer took.
  const { durationMs: _waited, message: _before, ...sent } = open;
  const attempts = entry.attempts.map((each) => (each === open ? { ...sent, ...settling } : each));
  const next = { ...entry, attempts };
  return entry.queued?.repeats ? unqueued(next) : restated(next);
}

interface SettlingParts {
  readonly index: PagedIndex<VisitEntry>;
  ofVisit(visitId: string): readonly VisitEntry[];
  readonly service: Pick<ServiceVisits, "row">;
}

/** Settles attempts that got no answer, by whatever the service says of their events afterward. */
export class ServiceSettling {
  readonly #parts: SettlingParts;
  readonly #listeners = new Listeners<[Settled]>();

  constructor(parts: SettlingParts) {
    this.#parts = parts;
  }

  readonly onSettled = this.#listeners.add;

  /** What the service says of visits: their state is what became of their newest event. */
  readonly receiveRows = (rows: readonly VisitRow[]): void => {
    void this.receive(rows.flatMap((row) => outcomeOfRow(row) ?? []));
  };

  /** An attempt got no answer: the service may have said already what became of it. */
  settleKnown(eventId: string): void {
    const row = this.#parts.service.row(this.#parts.index.get(eventId)?.visitId ?? "");
    if (row) this.receiveRows([row]);
  }

  readonly receive = async (said: readonly EventOutcome[]): Promise<void> => {
    await Promise.all(
      said.flatMap((each) =>
        this.#parts
          .ofVisit(each.visitId)
          .filter((entry) => settledBy(entry, each) !== entry)
          .map(({ eventId }) => this.#settle(eventId, each)),
      ),
    );
  };

  async #settle(id: string, said: EventOutcome): Promise<void> {
    let settled: Settled | undefined;
    try {
      await this.#parts.index.change(id, (known) => {
        settled = undefined;
        const next = known && settledBy(known, said);
        if (!next || next === known) return known;
        const { outcome = "unknown", code, message } = lastKnown(next) ?? {};
        settled = { id, kind: "visit", outcome, ...(code && { code }), ...(message && { message }) };
        return next;
      });
    } catch {
      // A locked or full browser: the service says it again with the next answer.
      return;
    }
    if (settled) this.#listeners.tell(settled);
  }
}
