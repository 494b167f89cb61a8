import type { Transaction } from "kysely";
import { isSameContent } from "#room/contract/same-content.ts";
import { GatheredNotes } from "#room/server/audit/gather-notes.ts";
import type { ChargeQueries } from "./charge-queries.ts";
import type { ChargeOutcome, ChargeRecord } from "./events.ts";
import { again } from "./group-commit.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

interface KnownEvent {
  readonly event_id: string;
  readonly result: number;
  readonly content: string;
}

interface Accepted {
  readonly record: ChargeRecord;
  readonly content: string;
  /** Absent for a withheld event. */
  readonly invoiceNumber: number | undefined;
}

/** What an event that is known by its id answers. */
function repeated(known: KnownEvent, record: ChargeRecord, content: string): ChargeOutcome {
  const same = known.content === content || isSameContent(JSON.parse(known.content), record.event);
  if (!same) return { kind: "event-id-reused" };
  return known.result === 1 ? { kind: "charged", invoiceNumber: undefined } : { kind: "withheld" };
}

/**
 * Takes a batch of events in one transaction. The counter's row is locked first, so that charges of all processes
 * take turns on either engine: what is read after it cannot change before the commit, and invoice numbers have no
 * gaps.
 */
export async function commitCharges(
  queries: ChargeQueries,
  db: Transaction<Tables>,
  records: readonly ChargeRecord[],
): Promise<(ChargeOutcome | typeof again)[]> {
  const lastNumber = await queries.lockCounter(db);
  const known = new Map(
    (await queries.eventsOf(db, unique(records, "eventId"))).map((row) => [row.event_id, row]),
  );
  const invoiced = new Set(await queries.invoicedOf(db, unique(records, "visitId")));

  const accepted: Accepted[] = [];
  const taken = new Set<string>();
  let invoiceNumber = lastNumber;
  const outcomes = records.map((record): ChargeOutcome | typeof again => {
    const content = JSON.stringify(record.event);
    const before = known.get(record.eventId);
    if (before) return repeated(before, record, content);
    const mustWait = taken.has(record.eventId) || taken.has(record.visitId);
    if (!mustWait && invoiced.has(record.visitId)) return { kind: "visit-already-invoiced" };
    // What comes after one that waits waits behind it, so that the outcome is that of one after the other.
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
  await queries.addEvents(db, accepted.map(eventRow));
  await queries.addInvoices(db, accepted.flatMap(invoiceRow));
  if (invoiceNumber > lastNumber) await queries.raiseCounter(db, invoiceNumber);
  const isNew = (record: ChargeRecord) => !known.has(record.eventId);
  await queries.appendAudit(db, auditRows(records, outcomes, isNew));
  return outcomes;
}

/** Who charged what, for the trail; what was refused made nothing. */
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

function eventRow({ record, content }: Accepted): Tables["charged_event"] {
  return {
    event_id: record.eventId,
    visit_id: record.visitId,
    practice_id: record.practiceId,
    result: record.invoice ? 1 : 0,
    withhold_reason: record.withholdReason === undefined ? null : storableText(record.withholdReason),
    content,
    received_at: record.receivedAt,
    received_from: record.receivedFrom ?? null,
  };
}

function invoiceRow({ record, invoiceNumber }: Accepted): Tables["invoice"][] {
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
      lines: JSON.stringify(invoice.lines),
      created_at: record.receivedAt,
      created_by: record.receivedFrom ?? null,
    },
  ];
}
