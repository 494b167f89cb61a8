import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { VisitFacts } from "./visit-facts.ts";

/** An event as its visit's row records it. */
export interface VisitEvent {
  readonly eventId: string;
  readonly visitId: string;
  /** Empty if a refused event names none. */
  readonly practiceId: string;
  readonly outcome: "charged" | "withheld" | "refused";
  readonly reason: string;
  readonly facts: VisitFacts;
  readonly receivedAt: number;
  readonly invoiceNumber: number | undefined;
}

/** The sort key of a reason, the same on both engines and in memory. */
export function reasonKey(reason: string): string {
  return reason.slice(0, 100).toLowerCase();
}

/** Not taken and not snoozed. */
export const free = { taken_by: null, taken_at: 0, taken_until: 0, snoozed_until: 0 } as const;

function firstRow(event: VisitEvent): VisitTable {
  return {
    visit_id: event.visitId,
    event_id: event.eventId,
    practice_id: event.practiceId,
    state: event.outcome,
    is_open: 0,
    was_open: 0,
    reason: "",
    reason_key: "",
    ...event.facts,
    received_at: event.receivedAt,
    first_received_at: event.receivedAt,
    ...free,
    note_count: 0,
    event_count: 0,
    invoice_number: null,
    change_number: 0,
  };
}

/**
 * The visit after an event. A visit that has its invoice stays charged, whatever is refused later. Otherwise the newest
 * event determines the state, even of a closed visit, which is reopened: nothing an engine sends may wait where nobody
 * looks. A new event ends a snooze; the holder keeps the visit until it is charged.
 */
export function visitAfterEvent(
  before: VisitTable | undefined,
  event: VisitEvent,
  changeNumber: number,
): VisitTable {
  const row = before ?? firstRow(event);
  const counted = {
    ...row,
    change_number: changeNumber,
    event_count: row.event_count + 1,
    was_open: event.outcome === "charged" && !before ? 0 : 1,
  };
  if (row.invoice_number !== null) return { ...counted, was_open: row.was_open };
  const { facts, outcome } = event;
  const isReadable = outcome !== "refused" || facts.currency !== "";
  const reason = storableText(event.reason);
  const changed: VisitTable = {
    ...counted,
    ...(isReadable ? facts : {}),
    event_id: event.eventId,
    // A refused event does not move a visit to another practice.
    practice_id: outcome === "refused" ? row.practice_id || event.practiceId : event.practiceId,
    state: outcome,
    is_open: outcome === "charged" ? 0 : 1,
    reason,
    reason_key: reasonKey(reason),
    received_at: event.receivedAt,
    snoozed_until: 0,
    invoice_number: event.invoiceNumber ?? null,
  };
  return outcome === "charged" ? { ...changed, ...free } : changed;
}

type Arrived = Pick<VisitEvent, "outcome" | "practiceId" | "receivedAt">;

/** How a change of visits and the arrival of events change the counts. */
export class CountChanges {
  readonly #rows = new Map<string, Tables["visit_count"]>();
  readonly #events: Arrived[] = [];

  #add(row: Omit<Tables["visit_count"], "visits" | "sum_minor">, visits: number, minor: number): void {
    const key = `${row.name} ${row.practice_id} ${row.currency}`;
    const known = this.#rows.get(key);
    if (!known) this.#rows.set(key, { ...row, visits, sum_minor: minor });
    else {
      known.visits += visits;
      known.sum_minor += minor;
    }
  }

  visit(before: VisitTable | undefined, after: VisitTable): void {
    if (before) this.#state(before, -1);
    this.#state(after, 1);
  }

  #state({ state, practice_id, currency, amount_minor }: VisitTable, sign: 1 | -1): void {
    this.#add({ name: `state:${state}`, practice_id, currency }, sign, sign * amount_minor);
  }

  event(event: Arrived): void {
    this.#events.push(event);
  }

  /** The rows to add, which count events by the clinic's days. */
  rows(days: ClinicDays): Tables["visit_count"][] {
    for (const { outcome, practiceId, receivedAt } of this.#events.splice(0)) {
      const name = `day:${days.dayOf(receivedAt)}:${outcome}`;
      this.#add({ name, practice_id: practiceId, currency: "" }, 1, 0);
    }
    return [...this.#rows.values()].filter(({ visits, sum_minor }) => visits !== 0 || sum_minor !== 0);
  }
}
