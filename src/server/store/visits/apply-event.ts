import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { readJson } from "#room/contract/written-json.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { VisitFacts } from "./extract-facts.ts";

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
    held_reasons: "",
    held_rules: "",
    received_at: event.receivedAt,
    first_received_at: event.receivedAt,
    ...free,
    note_count: 0,
    event_count: 0,
    invoice_number: null,
    corrections: 0,
    change_number: 0,
  };
}

const maxHeld = 50;

export function withNames(list: string | null, names: readonly string[]): string {
  const all = new Set([...(list ? readJson<string[]>(list) : []), ...names.filter((name) => name !== "")]);
  return all.size === 0 ? "" : JSON.stringify([...all].slice(0, maxHeld));
}

/** What a visit is held for now is among what it was ever held for. */
function withHold(row: VisitTable): VisitTable {
  return {
    ...row,
    held_reasons: withNames(row.held_reasons, [row.reason]),
    held_rules: withNames(row.held_rules, row.rules === "" ? [] : readJson<string[]>(row.rules)),
  };
}

/**
 * The visit after an event. A visit that has its invoice stays charged, whatever is refused later. Otherwise the newest
 * event determines the state, even of a closed visit, which is reopened: nothing an engine sends may wait where nobody
 * looks. A new event ends a snooze; the holder keeps the visit until it is charged.
 */
export function applyEvent(
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
  return outcome === "charged" ? { ...changed, ...free } : withHold(changed);
}

/** A charged visit after its charge was corrected: its newest event, and the day it counts for, are the correction's. */
export function visitAfterCorrection(
  before: VisitTable,
  event: VisitEvent,
  changeNumber: number,
): VisitTable {
  return {
    ...before,
    ...event.facts,
    event_id: event.eventId,
    practice_id: event.practiceId,
    received_at: event.receivedAt,
    event_count: before.event_count + 1,
    corrections: before.corrections + 1,
    invoice_number: event.invoiceNumber ?? null,
    change_number: changeNumber,
  };
}

interface Arrived extends Pick<VisitEvent, "practiceId" | "receivedAt"> {
  readonly outcome: VisitEvent["outcome"] | "corrected";
}

/** How a change of visits and the arrival of events change the counts. */
export class CountChanges {
  readonly #rows = new Map<string, Tables["visit_count"]>();
  readonly #days: ClinicDays;

  /** Events are counted by these days. */
  constructor(days: ClinicDays) {
    this.#days = days;
  }

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

  event({ outcome, practiceId, receivedAt }: Arrived): void {
    const name = `day:${this.#days.dayOf(receivedAt)}:${outcome}`;
    this.#add({ name, practice_id: practiceId, currency: "" }, 1, 0);
  }

  /** The rows to add. */
  get rows(): Tables["visit_count"][] {
    return [...this.#rows.values()].filter(({ visits, sum_minor }) => visits !== 0 || sum_minor !== 0);
  }
}

/**
 * A refused event whose visit could not be read is in the queue as a visit under the event's own id. When the event
 * comes again and is accepted, this orphan is no longer needed. Undefined if it is not open.
 */
export function closedForLaterEvent(
  orphan: VisitTable,
  visitId: string,
  changeNumber: number,
): VisitTable | undefined {
  if (orphan.state !== "refused" || orphan.event_id !== orphan.visit_id) return undefined;
  const reason = `Sent again, for visit ${visitId}`;
  return {
    ...orphan,
    ...free,
    state: "closed",
    is_open: 0,
    reason,
    reason_key: reasonKey(reason),
    change_number: changeNumber,
  };
}
