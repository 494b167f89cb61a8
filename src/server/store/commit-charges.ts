import { addNew } from "./rows.ts";
import type { Transaction } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { looseEntry, type LooseEntry } from "#room/server/audit/audit-entry.ts";
import { appendAudit } from "./append-audit.ts";
import { eventsOf, lockCounter, raiseCounter } from "./charge-queries.ts";
import {
  type Accepted,
  type ChargeOutcome,
  type ChargeRecord,
  type Correction,
  eventRow,
  invoiceOf,
} from "./charge-record.ts";
import type { KeyedEngine } from "./engine.ts";
import { again } from "./group-commit.ts";
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
import { closedByHand, putVisits, visitsOf } from "./visits/visit-queries.ts";
import { addWords, codeWordsOf } from "./visits/visit-words.ts";

interface KnownEvent {
  readonly result: number;
  readonly content: string;
}

/** What functions need to change visits within a transaction. `seal` is requested before it begins. */
export interface VisitParts extends Pick<KeyedEngine, "kind" | "auditKey" | "ownId" | "days" | "vault"> {
  readonly db: Transaction<Tables>;
  readonly seal: Sealer;
}

/** What a known event has replaced. */
interface Replaced {
  readonly replaces: number;
  readonly replacedBy: number | null;
  readonly reason: string | null;
}

function repeated(
  known: KnownEvent,
  { event, correction }: ChargeRecord,
  replaced: Replaced | undefined,
): ChargeOutcome {
  const same =
    isSameContent(JSON.parse(known.content), event) &&
    (!correction ||
      (replaced?.replaces === correction.replaces && replaced.reason === storableText(correction.reason)));
  if (!same) return { kind: "event-id-reused" };
  if (known.result === 0) return { kind: "withheld" };
  return { kind: "charged", invoiceNumber: replaced?.replacedBy ?? undefined };
}

function hindrance(
  { correction }: ChargeRecord,
  visit: VisitTable | undefined,
): "visit-already-invoiced" | "visit-voided" | "not-standing" | undefined {
  if (!correction) {
    if (!visit || visit.invoice_number === null) return undefined;
    return visit.state === "voided" ? "visit-voided" : "visit-already-invoiced";
  }
  const stands = visit?.state === "charged" && visit.invoice_number === correction.replaces;
  return stands ? undefined : "not-standing";
}

/**
 * Commits a batch of events in one transaction. The counter's row is locked first, so that charges of all processes are
 * serialized on both engines: what is read afterwards cannot change before the commit, and invoice numbers have no
 * gaps.
 */
export async function commitCharges(
  parts: VisitParts,
  take: () => readonly ChargeRecord[],
): Promise<(ChargeOutcome | typeof again)[]> {
  const { db, vault, seal, days } = parts;
  const { value: lastNumber, changes } = await lockCounter(db);
  const records = take();
  const known = new Map<string, KnownEvent>();
  for (const { event_id, result, content } of await eventsOf(db, unique(records, "eventId")))
    known.set(event_id, { result, content: await vault.text(associatedData.event(event_id), content) });
  const replaced = new Map<string, Replaced>();
  for (const row of await endedBy(db, unique(records, "eventId")))
    replaced.set(row.end_event_id ?? "", {
      replaces: row.invoice_number,
      replacedBy: row.replaced_by,
      reason: await vault.text(associatedData.endReason(row.invoice_number), row.end_reason),
    });
  // A refused event without a readable visit id is filed as a visit under its own eventId.
  const ids = [...new Set([...unique(records, "visitId"), ...unique(records, "eventId")])];
  const visits = new Map((await visitsOf(db, ids)).map((row) => [row.visit_id, row]));
  const held = await closedByHand(
    db,
    records.flatMap(({ visitId }) => (visits.get(visitId)?.invoice_number === null ? [visitId] : [])),
  );

  const accepted: Accepted[] = [];
  const taken = new Set<string>();
  let invoiceNumber = lastNumber;
  const outcomes = records.map((record): ChargeOutcome | typeof again => {
    const before = known.get(record.eventId);
    if (before) return repeated(before, record, replaced.get(record.eventId));
    // It voided an invoice.
    if (replaced.has(record.eventId)) return { kind: "event-id-reused" };
    const mustWait = taken.has(record.eventId) || taken.has(record.visitId);
    const visit = visits.get(record.visitId);
    if (visit && !maySee(record, visit.practice_id)) return { kind: "outside-practices" };
    const why = mustWait ? undefined : hindrance(record, visit);
    if (why !== undefined) return { kind: why };
    // Events after a waiting one of the same id wait too, so that the outcome equals processing them one by one.
    taken.add(record.eventId).add(record.visitId);
    if (mustWait) return again;
    const content = JSON.stringify(record.event);
    if (!record.invoice || held.has(record.visitId)) {
      const unbilled = record.invoice ? heldAsClosed(record) : record;
      accepted.push({ record: unbilled, content, invoiceNumber: undefined });
      return { kind: "withheld" };
    }
    invoiceNumber += 1;
    accepted.push({ record, content, invoiceNumber });
    return { kind: "charged", invoiceNumber };
  });
  const rows = accepted.map((one) => eventRow(one, seal));
  if (rows.length > 0) await db.insertInto("charged_event").values(rows).execute();
  for (const one of accepted) await replaceInvoice(parts, one);
  const invoices = accepted.flatMap((one) => invoiceOf(one, seal));
  const made = invoices.map(({ row }) => row);
  if (made.length > 0) await db.insertInto("invoice").values(made).execute();
  await addItems(db, {
    lines: invoices.flatMap(({ lines }) => lines),
    payments: invoices.flatMap(({ payments }) => payments),
  });
  const changed = changedVisits(accepted, visits, { lastChange: changes, days });
  await putVisits(parts, changed.rows);
  await addNew(db, "visit_event", changed.events);
  await addCounts(db, changed.counts.rows);
  for (const { record } of accepted)
    if (!record.invoice) await addWords(parts, record.visitId, codeWordsOf(record.event));
  if (changed.rows.length > 0)
    await raiseCounter(parts, { value: invoiceNumber, changes: changes + changed.rows.length });
  const isNew = (record: ChargeRecord) => !known.has(record.eventId);
  await appendAudit(parts, db, auditRows(records, outcomes, isNew));
  return outcomes;
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
  accepted: readonly Accepted[],
  visits: ReadonlyMap<string, VisitTable>,
  { lastChange, days }: { readonly lastChange: number; readonly days: ClinicDays },
) {
  const rows: VisitTable[] = [];
  const events: Tables["visit_event"][] = [];
  const counts = new CountChanges(days);
  const put = (before: VisitTable | undefined, after: VisitTable) => {
    rows.push(after);
    counts.visit(before, after);
  };
  for (const { record, invoiceNumber } of accepted) {
    const { eventId, visitId } = record;
    const before = visits.get(visitId);
    const event = visitEventOf({ record, invoiceNumber });
    const changeNumber = lastChange + rows.length + 1;
    const { correction } = record;
    if (before && correction) {
      put(before, visitAfterCorrection(before, event, changeNumber));
      counts.event({ ...event, outcome: "corrected" });
      // A visit charged by its first event has no row for it.
      events.push({ visit_id: visitId, event_id: before.event_id });
    } else {
      put(before, applyEvent(before, event, changeNumber));
      counts.event(event);
    }
    if (before || !record.invoice) events.push({ visit_id: visitId, event_id: eventId });
    const orphan = eventId === visitId ? undefined : visits.get(eventId);
    const isTheirs = orphan !== undefined && maySee(record, orphan.practice_id);
    const closed = isTheirs && closedForLaterEvent(orphan, visitId, lastChange + rows.length + 1);
    if (closed) put(orphan, closed);
  }
  return { rows, events, counts };
}

/** Audit rows for what was charged; refused events have none. */
function auditRows(
  records: readonly ChargeRecord[],
  outcomes: readonly (ChargeOutcome | typeof again)[],
  isNew: (record: ChargeRecord) => boolean,
): LooseEntry[] {
  return records.flatMap((record, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome === again) return [];
    if (outcome.kind !== "charged" && outcome.kind !== "withheld") return [];
    const { receivedFrom: actor, remoteAddress, session, eventId, visitId, receivedAt, correction } = record;
    const done = correction ? "corrected" : outcome.kind;
    const action = isNew(record) ? done : "repeated charge";
    const subject = `event:${eventId}/visit:${visitId}${correction ? correctionSubject(correction, outcome) : ""}`;
    return [looseEntry({ actor, action, subject, remoteAddress, session }, receivedAt)];
  });
}

function correctionSubject({ replaces, changed }: Correction, outcome: ChargeOutcome): string {
  const invoice = outcome.kind === "charged" ? (outcome.invoiceNumber ?? "") : "";
  return `/invoice:${invoice}/replaces:${replaces}/changed:${changed}`;
}

function unique(records: readonly ChargeRecord[], key: "eventId" | "visitId"): string[] {
  return [...new Set(records.map((record) => record[key]))];
}
