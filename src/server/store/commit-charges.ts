import type { Transaction } from "kysely";
import { isSameContent } from "#room/contract/same-content.ts";
import { looseEntry, type LooseEntry } from "#room/server/audit/audit-entry.ts";
import { appendAudit } from "./append-audit.ts";
import { type Counter, eventOf, lockCounter, raiseCounter } from "./charge-queries.ts";
import {
  type Accepted,
  type ChargeOutcome,
  type ChargeRecord,
  type Correction,
  eventRow,
  invoiceOf,
} from "./charge-record.ts";
import type { KeyedEngine } from "./engine.ts";
import { addItems, endedBy, endInvoice } from "./invoices/invoice-queries.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import type { VisitTable } from "./visits/visit-tables.ts";
import { CountChanges, visitAfterCorrection, applyEvent, type VisitEvent } from "./visits/apply-event.ts";
import { extractFacts } from "./visits/extract-facts.ts";
import { closedForLaterEvent } from "#room/server/store/visits/apply-event.ts";
import { addCounts } from "./visits/visit-counts.ts";
import { isClosedByHand, putVisits, visitOf } from "./visits/visit-queries.ts";
import { addWords, codeWordsOf } from "./visits/visit-words.ts";

/** What functions need to change visits within a transaction. `seal` is requested before it begins. */
export interface VisitParts extends Pick<KeyedEngine, "kind" | "auditKey" | "ownId" | "days" | "vault"> {
  readonly db: Transaction<Tables>;
  readonly seal: Sealer;
}

type Sent = Pick<Accepted, "record" | "content">;

async function repeated(
  { db, vault }: VisitParts,
  known: { readonly result: number; readonly content: string },
  { record: { event, eventId, correction }, content }: Sent,
): Promise<ChargeOutcome> {
  const replaced = correction && (await endedBy(db, eventId));
  const same =
    (known.content === content || isSameContent(JSON.parse(known.content), event)) &&
    (!correction ||
      (replaced?.invoice_number === correction.replaces &&
        (await vault.text(associatedData.endReason(replaced.invoice_number), replaced.end_reason)) ===
          storableText(correction.reason)));
  if (!same) return { kind: "event-id-reused" };
  if (known.result === 0) return { kind: "withheld" };
  return { kind: "charged", invoiceNumber: replaced?.replaced_by ?? undefined };
}

function hindrance(
  { correction }: ChargeRecord,
  visit: VisitTable | undefined,
): "visit-already-invoiced" | "not-standing" | undefined {
  if (!correction) return (visit?.invoice_number ?? null) === null ? undefined : "visit-already-invoiced";
  const stands = visit?.state === "charged" && visit.invoice_number === correction.replaces;
  return stands ? undefined : "not-standing";
}

/**
 * Takes one event. The counter's row is locked first, so that charges of all processes are serialized on both engines:
 * what is read afterwards cannot change before the commit, and invoice numbers have no gaps.
 */
export async function commitCharge(parts: VisitParts, record: ChargeRecord): Promise<ChargeOutcome> {
  const { db, vault } = parts;
  const last = await lockCounter(db);
  const sent = { record, content: JSON.stringify(record.event) };
  const known = await eventOf(db, record.eventId);
  const before = known && (await vault.text(associatedData.event(record.eventId), known.content));
  const outcome =
    known && before !== undefined
      ? await repeated(parts, { result: known.result, content: before }, sent)
      : await accept(parts, sent, last);
  await appendAudit(parts, db, auditRows(record, outcome, known === undefined));
  return outcome;
}

async function accept(
  parts: VisitParts,
  { record, content }: Sent,
  { value, changes }: Counter,
): Promise<ChargeOutcome> {
  const { db, seal, days } = parts;
  const { eventId, visitId } = record;
  const visit = await visitOf(db, visitId);
  if (visit && !maySee(record, visit.practice_id)) return { kind: "outside-practices" };
  const why = hindrance(record, visit);
  if (why !== undefined) return { kind: why };
  const mayBeHeld = record.invoice && !record.correction && visit?.invoice_number === null;
  const taken = mayBeHeld && (await isClosedByHand(db, visitId)) ? heldAsClosed(record) : record;
  const accepted = { record: taken, content, invoiceNumber: taken.invoice ? value + 1 : undefined };
  await db.insertInto("charged_event").values(eventRow(accepted, seal)).execute();
  await replaceInvoice(parts, accepted);
  const invoice = invoiceOf(accepted, seal);
  if (invoice) {
    await db.insertInto("invoice").values(invoice.row).execute();
    await addItems(db, invoice);
  }
  // A refused event without a readable visit id is filed as a visit under its own eventId.
  const orphan = eventId === visitId ? undefined : await visitOf(db, eventId);
  const changed = changedVisits(accepted, { before: visit, orphan }, changes);
  await putVisits(parts, changed.rows);
  if (changed.events.length > 0)
    await db
      .insertInto("visit_event")
      .values(changed.events)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await addCounts(db, changed.counts.rows(days));
  if (!taken.invoice) await addWords(parts, visitId, codeWordsOf(record.event));
  await raiseCounter(parts, {
    value: accepted.invoiceNumber ?? value,
    changes: changes + changed.rows.length,
  });
  return accepted.invoiceNumber === undefined
    ? { kind: "withheld" }
    : { kind: "charged", invoiceNumber: accepted.invoiceNumber };
}

/**
 * Not shown by the interface: a person decided not to bill the visit, so that no later event bills it until a person
 * has taken or reopened it. It is withheld instead, which brings the visit back into the queue.
 */
function heldAsClosed(record: ChargeRecord): ChargeRecord {
  const reason = "New charge for a visit closed without billing";
  return { ...record, invoice: undefined, withholdReason: reason, reason };
}

/** Ends the invoice that a correction replaces, before its own is added: one of a visit stands at most. */
async function replaceInvoice({ db, seal }: VisitParts, { record, invoiceNumber }: Accepted): Promise<void> {
  const { correction, receivedAt, receivedFrom = null, eventId, visitId } = record;
  if (!correction || invoiceNumber === undefined) return;
  const { replaces, reason } = correction;
  await endInvoice(db, {
    invoiceNumber: replaces,
    replacedBy: invoiceNumber,
    at: receivedAt,
    by: receivedFrom,
    eventId,
    reason: seal.text(associatedData.endReason(replaces), storableText(reason)),
  });
  await addWords({ db, seal }, visitId, reason);
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
    facts: extractFacts(event, record.invoice ? { isCharged: true, amount: known } : { amount: known }),
    receivedAt,
    invoiceNumber,
  };
}

function changedVisits(
  { record, invoiceNumber }: Accepted,
  { before, orphan }: { readonly before: VisitTable | undefined; readonly orphan: VisitTable | undefined },
  lastChange: number,
) {
  const { eventId, visitId, correction } = record;
  const rows: VisitTable[] = [];
  const events: Tables["visit_event"][] = [];
  const counts = new CountChanges();
  const put = (from: VisitTable | undefined, after: VisitTable) => {
    rows.push(after);
    counts.visit(from, after);
  };
  const event = visitEventOf({ record, invoiceNumber });
  if (before && correction) {
    put(before, visitAfterCorrection(before, event, lastChange + 1));
    counts.event({ ...event, outcome: "corrected" });
    // A visit charged by its first event has no row for it.
    events.push({ visit_id: visitId, event_id: before.event_id });
  } else {
    put(before, applyEvent(before, event, lastChange + 1));
    counts.event(event);
  }
  if (before || !record.invoice) events.push({ visit_id: visitId, event_id: eventId });
  const isTheirs = orphan !== undefined && maySee(record, orphan.practice_id);
  const closed = isTheirs && closedForLaterEvent(orphan, visitId, lastChange + 2);
  if (closed) put(orphan, closed);
  return { rows, events, counts };
}

/** The audit row of what was charged; refused events have none. */
function auditRows(record: ChargeRecord, outcome: ChargeOutcome, isNew: boolean): LooseEntry[] {
  if (outcome.kind !== "charged" && outcome.kind !== "withheld") return [];
  const { receivedFrom: actor, remoteAddress, session, eventId, visitId, receivedAt, correction } = record;
  const done = correction && outcome.kind === "charged" ? "corrected" : outcome.kind;
  const action = isNew ? done : "repeated charge";
  const subject = `event:${eventId}/visit:${visitId}${correction ? correctionSubject(correction, outcome) : ""}`;
  return [looseEntry({ actor, action, subject, remoteAddress, session }, receivedAt)];
}

function correctionSubject({ replaces, changed }: Correction, outcome: ChargeOutcome): string {
  const invoice = outcome.kind === "charged" ? (outcome.invoiceNumber ?? "") : "";
  return `/invoice:${invoice}/replaces:${replaces}/changed:${changed}`;
}
