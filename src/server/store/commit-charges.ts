import type { Transaction } from "kysely";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { GatheredNotes } from "#room/server/audit/gather-notes.ts";
import type { ChargeQueries } from "./charge-queries.ts";
import { again } from "./group-commit.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import type { VisitTable } from "./visits/visit-tables.ts";
import { CountChanges, visitAfterEvent, type VisitEvent } from "./visits/visit-after.ts";
import { visitFactsOf } from "./visits/visit-facts.ts";
import { closedForLaterEvent } from "./visits/stand-in.ts";

/** The outcome of an accepted event. */
export type ChargeOutcome =
  | { readonly kind: "charged"; readonly invoiceNumber: number | undefined }
  | { readonly kind: "withheld" }
  /** The eventId was used before with different content. */
  | { readonly kind: "event-id-reused" }
  /** Another event already charged the visit. */
  | { readonly kind: "visit-already-invoiced" }
  /** The visit belongs to a practice the sender may not see. */
  | { readonly kind: "outside-practices" };

/** An event and its invoice, ready to be stored. Ids are canonical GUIDs. */
export interface ChargeRecord {
  readonly eventId: string;
  readonly visitId: string;
  readonly practiceId: string;
  readonly event: AutoChargedEvent;
  /** Absent: the event is withheld. */
  readonly invoice: InvoiceRecord | undefined;
  readonly withholdReason: string | undefined;
  /** Why it is withheld, for display; absent: the withholdReason. */
  readonly reason?: string | undefined;
  /** The total of its billable charges, also for a withheld event; absent: read from the event. */
  readonly amount?: { readonly currency: string; readonly minor: number } | undefined;
  /** The practices its sender may see; absent or empty: all. */
  readonly practices?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly receivedFrom: string | undefined;
  /** The caller's address, for the audit trail. */
  readonly remoteAddress?: string | undefined;
  /** The session as named in the trail. */
  readonly session?: string | undefined;
}

/** An invoice's totals in whole minor units, and its lines as returned on the wire. */
export interface InvoiceRecord {
  readonly currency: string;
  readonly totalMinor: number;
  readonly paidMinor: number;
  readonly lines: Invoice["lines"];
}

interface KnownEvent {
  readonly result: number;
  readonly content: string;
}

/** `seal` is requested before the transaction begins. */
export interface ChargeParts {
  readonly queries: ChargeQueries;
  readonly vault: Vault;
  readonly seal: Sealer;
}

interface Accepted {
  readonly record: ChargeRecord;
  readonly content: string;
  /** Absent for a withheld event. */
  readonly invoiceNumber: number | undefined;
}

/** The outcome for an event whose id is already known. */
function repeated(known: KnownEvent, record: ChargeRecord, content: string): ChargeOutcome {
  const same = known.content === content || isSameContent(JSON.parse(known.content), record.event);
  if (!same) return { kind: "event-id-reused" };
  return known.result === 1 ? { kind: "charged", invoiceNumber: undefined } : { kind: "withheld" };
}

/**
 * Commits a batch of events in one transaction. The counter's row is locked first, so that charges of all processes are
 * serialized on both engines: what is read afterwards cannot change before the commit, and invoice numbers have no
 * gaps.
 */
export async function commitCharges(
  { queries, vault, seal }: ChargeParts,
  db: Transaction<Tables>,
  records: readonly ChargeRecord[],
): Promise<(ChargeOutcome | typeof again)[]> {
  const { value: lastNumber, changes } = await queries.lockCounter(db);
  const known = new Map<string, KnownEvent>();
  for (const { event_id, result, content } of await queries.eventsOf(db, unique(records, "eventId")))
    known.set(event_id, { result, content: await vault.text(associatedData.event(event_id), content) });
  // A refused event without a readable visit id is filed as a visit under its own eventId.
  const ids = [...new Set([...unique(records, "visitId"), ...unique(records, "eventId")])];
  const visits = new Map((await queries.visitsOf(db, ids)).map((row) => [row.visit_id, row]));

  const accepted: Accepted[] = [];
  const taken = new Set<string>();
  let invoiceNumber = lastNumber;
  const outcomes = records.map((record): ChargeOutcome | typeof again => {
    const content = JSON.stringify(record.event);
    const before = known.get(record.eventId);
    if (before) return repeated(before, record, content);
    const mustWait = taken.has(record.eventId) || taken.has(record.visitId);
    const visit = visits.get(record.visitId);
    if (visit && !maySee(record, visit.practice_id)) return { kind: "outside-practices" };
    if (!mustWait && (visit?.invoice_number ?? null) !== null) return { kind: "visit-already-invoiced" };
    // Events after a waiting one of the same id wait too, so that the outcome equals processing them one by one.
    taken.add(record.eventId).add(record.visitId);
    if (mustWait) return again;
    if (!record.invoice) {
      accepted.push({ record, content, invoiceNumber: undefined });
      return { kind: "withheld" };
    }
    invoiceNumber += 1;
    accepted.push({ record, content, invoiceNumber });
    return { kind: "charged", invoiceNumber };
  });
  await queries.addEvents(
    db,
    accepted.map((one) => eventRow(one, seal)),
  );
  await queries.addInvoices(
    db,
    accepted.flatMap((one) => invoiceRow(one, seal)),
  );
  const changed = changedVisits(accepted, visits, changes);
  await queries.putVisits(db, changed.rows);
  await queries.addVisitEvents(db, changed.events);
  await queries.addCounts(db, changed.counts);
  if (changed.rows.length > 0)
    await queries.raiseCounter(db, { value: invoiceNumber, changes: changes + changed.rows.length });
  const isNew = (record: ChargeRecord) => !known.has(record.eventId);
  await queries.appendAudit(db, auditRows(records, outcomes, isNew));
  return outcomes;
}

/** A user limited to some practices cannot change another practice's visit, whatever practice the event names. */
function maySee({ practices = [] }: ChargeRecord, practiceId: string): boolean {
  return practices.length === 0 || practiceId === "" || practices.includes(practiceId);
}

function visitEventOf({ record, invoiceNumber }: Omit<Accepted, "content">): VisitEvent {
  const { eventId, visitId, practiceId, event, amount, receivedAt, withholdReason = "" } = record;
  const known =
    amount ?? (record.invoice && { currency: record.invoice.currency, minor: record.invoice.totalMinor });
  return {
    eventId,
    visitId,
    practiceId,
    outcome: record.invoice ? "charged" : "withheld",
    reason: record.invoice ? "" : (record.reason ?? withholdReason),
    facts: visitFactsOf(event, record.invoice ? { isCharged: true, amount: known } : { amount: known }),
    receivedAt,
    invoiceNumber,
  };
}

/** The rows of the visits after these events. */
function changedVisits(
  accepted: readonly Accepted[],
  visits: ReadonlyMap<string, VisitTable>,
  lastChange: number,
) {
  const rows: VisitTable[] = [];
  const events: Tables["visit_event"][] = [];
  const counts = new CountChanges();
  const put = (before: VisitTable | undefined, after: VisitTable) => {
    rows.push(after);
    counts.visit(before, after);
  };
  for (const { record, invoiceNumber } of accepted) {
    const { eventId, visitId } = record;
    const before = visits.get(visitId);
    const event = visitEventOf({ record, invoiceNumber });
    put(before, visitAfterEvent(before, event, lastChange + rows.length + 1));
    counts.event(event);
    if (before || !record.invoice) events.push({ visit_id: visitId, event_id: eventId });
    const standIn = eventId === visitId ? undefined : visits.get(eventId);
    const isTheirs = standIn !== undefined && maySee(record, standIn.practice_id);
    const closed = isTheirs && closedForLaterEvent(standIn, visitId, lastChange + rows.length + 1);
    if (closed) put(standIn, closed);
  }
  return { rows, events, counts };
}

/** Audit rows for what was charged; refused events have none. */
function auditRows(
  records: readonly ChargeRecord[],
  outcomes: readonly (ChargeOutcome | typeof again)[],
  isNew: (record: ChargeRecord) => boolean,
) {
  const notes = new GatheredNotes();
  for (const [index, record] of records.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome === again) continue;
    if (outcome.kind !== "charged" && outcome.kind !== "withheld") continue;
    const { receivedFrom: actor, remoteAddress, session, eventId, visitId, receivedAt } = record;
    const action = isNew(record) ? outcome.kind : "repeated charge";
    const subject = `event:${eventId}/visit:${visitId}`;
    notes.add({ actor, action, subject, remoteAddress, session }, receivedAt);
  }
  return notes.take();
}

function unique(records: readonly ChargeRecord[], key: "eventId" | "visitId"): string[] {
  return [...new Set(records.map((record) => record[key]))];
}

function eventRow({ record, content }: Accepted, seal: Sealer): Tables["charged_event"] {
  return {
    event_id: record.eventId,
    visit_id: record.visitId,
    practice_id: record.practiceId,
    result: record.invoice ? 1 : 0,
    withhold_reason: seal.text(
      associatedData.withholdReason(record.eventId),
      record.withholdReason === undefined ? null : storableText(record.withholdReason),
    ),
    content: seal.text(associatedData.event(record.eventId), content),
    received_at: record.receivedAt,
    received_from: record.receivedFrom ?? null,
  };
}

function invoiceRow({ record, invoiceNumber }: Accepted, seal: Sealer): Tables["invoice"][] {
  const { invoice } = record;
  if (!invoice || invoiceNumber === undefined) return [];
  return [
    {
      invoice_number: invoiceNumber,
      visit_id: record.visitId,
      event_id: record.eventId,
      practice_id: record.practiceId,
      currency: invoice.currency,
      total_minor: invoice.totalMinor,
      paid_minor: invoice.paidMinor,
      lines: seal.text(associatedData.invoiceLines(invoiceNumber), JSON.stringify(invoice.lines)),
      created_at: record.receivedAt,
      created_by: record.receivedFrom ?? null,
    },
  ];
}
