import type { Transaction } from "kysely";
import type { ChargeOutcome, ChargeRecord } from "./events.ts";
import { again } from "./group-commit.ts";
import { isSameContent } from "./same-content.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

interface KnownEvent {
  readonly event_id: string;
  readonly result: number;
  readonly content: string;
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
  db: Transaction<Tables>,
  records: readonly ChargeRecord[],
): Promise<(ChargeOutcome | typeof again)[]> {
  const { value: lastNumber } = await db
    .updateTable("counter")
    .set((build) => ({ value: build.ref("value") }))
    .where("name", "=", "invoice")
    .returning("value")
    .executeTakeFirstOrThrow();
  const known = await eventsOf(db, records);
  const invoiced = await invoicedVisits(db, records);

  const outcomes: (ChargeOutcome | typeof again)[] = [];
  const accepted: { record: ChargeRecord; content: string; invoiceNumber: number | undefined }[] = [];
  const taken = new Set<string>();
  let invoiceNumber = lastNumber;
  for (const record of records) {
    const content = JSON.stringify(record.event);
    const before = known.get(record.eventId);
    if (before) outcomes.push(repeated(before, record, content));
    else if (taken.has(record.eventId) || taken.has(record.visitId)) {
      // What comes after it waits behind it, so that the outcome is that of one after the other.
      taken.add(record.eventId).add(record.visitId);
      outcomes.push(again);
    } else if (invoiced.has(record.visitId)) outcomes.push({ kind: "visit-already-invoiced" });
    else {
      taken.add(record.eventId).add(record.visitId);
      if (record.invoice) invoiceNumber += 1;
      const number = record.invoice ? invoiceNumber : undefined;
      accepted.push({ record, content, invoiceNumber: number });
      outcomes.push(record.invoice ? { kind: "charged", invoiceNumber: number } : { kind: "withheld" });
    }
  }
  if (accepted.length > 0) await store(db, accepted);
  if (invoiceNumber > lastNumber)
    await db.updateTable("counter").set({ value: invoiceNumber }).where("name", "=", "invoice").execute();
  return outcomes;
}

async function eventsOf(db: Transaction<Tables>, records: readonly ChargeRecord[]) {
  const ids = [...new Set(records.map((record) => record.eventId))];
  const rows = await db
    .selectFrom("charged_event")
    .select(["event_id", "result", "content"])
    .where("event_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.event_id, row]));
}

async function invoicedVisits(db: Transaction<Tables>, records: readonly ChargeRecord[]) {
  const ids = [...new Set(records.map((record) => record.visitId))];
  const rows = await db.selectFrom("invoice").select("visit_id").where("visit_id", "in", ids).execute();
  return new Set(rows.map((row) => row.visit_id));
}

async function store(
  db: Transaction<Tables>,
  accepted: readonly { record: ChargeRecord; content: string; invoiceNumber: number | undefined }[],
): Promise<void> {
  await db
    .insertInto("charged_event")
    .values(
      accepted.map(({ record, content }) => ({
        event_id: record.eventId,
        visit_id: record.visitId,
        practice_id: record.practiceId,
        result: record.invoice ? 1 : 0,
        withhold_reason: record.withholdReason === undefined ? null : storableText(record.withholdReason),
        content,
        received_at: record.receivedAt,
        received_from: record.receivedFrom ?? null,
      })),
    )
    .execute();
  const invoices = accepted.flatMap(({ record, invoiceNumber }) =>
    record.invoice && invoiceNumber !== undefined
      ? [
          {
            invoice_number: invoiceNumber,
            visit_id: record.visitId,
            event_id: record.eventId,
            practice_id: record.practiceId,
            currency: record.invoice.currency,
            total_minor: record.invoice.totalMinor,
            paid_minor: record.invoice.paidMinor,
            lines: JSON.stringify(record.invoice.lines),
            created_at: record.receivedAt,
            created_by: record.receivedFrom ?? null,
          },
        ]
      : [],
  );
  if (invoices.length > 0) await db.insertInto("invoice").values(invoices).execute();
}
