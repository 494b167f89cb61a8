import { valuesOf } from "#room/server/store/rows.ts";
import type { InvoiceHead } from "#room/contract/schemas/invoice.ts";
import { invoicesOf, type Parts } from "#room/server/store/invoices/read-invoices.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { VisitTable } from "./visit-tables.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import type { NamedEvent, StoredAction, StoredEvent, VisitStory } from "./visit-types.ts";

const maxReturned = 200;
const outcomes = ["withheld", "charged", "corrected"] as const;

/** An event that is decrypted only when it is shown. */
interface LooseEvent extends Pick<StoredEvent, "eventId" | "receivedAt"> {
  readonly isAccepted: boolean;
  open(): Promise<Omit<StoredEvent, "eventId" | "receivedAt">>;
  content(): Promise<string | undefined>;
}

async function acceptedEvents(
  { db, vault }: Parts,
  visit: VisitTable,
  invoices: readonly InvoiceHead[],
): Promise<LooseEvent[]> {
  // A visit charged by its first event has no row in visit_event.
  const listed = db.selectFrom("visit_event").where("visit_id", "=", visit.visit_id).limit(maxReturned);
  const ids = new Set([visit.event_id, ...(await valuesOf(listed, "event_id"))]);
  const rows = await db
    .selectFrom("charged_event")
    .selectAll()
    .where("event_id", "in", [...ids])
    .where("visit_id", "=", visit.visit_id)
    .execute();
  return rows.map((row) => ({
    eventId: row.event_id,
    receivedAt: row.received_at,
    isAccepted: true,
    async open() {
      const reason = await vault.text(associatedData.withholdReason(row.event_id), row.withhold_reason);
      const invoice = invoices.find(({ eventId }) => eventId === row.event_id);
      const replaced = invoices.find(({ endEventId }) => endEventId === row.event_id);
      return {
        receivedFrom: row.received_from ?? undefined,
        outcome: outcomes[row.result] ?? "withheld",
        reason: (replaced ? replaced.endReason : row.result === 0 && reason) || "",
        invoiceNumber: invoice?.invoiceNumber,
        replaces: invoice?.replaces ?? undefined,
        faults: "[]",
      };
    },
    content: () => vault.text(associatedData.event(row.event_id), row.content),
  }));
}

async function refusedEvents({ db, vault }: Parts, visitId: string): Promise<LooseEvent[]> {
  const rows = await db
    .selectFrom("refused_event")
    .selectAll()
    .where("visit_id", "=", visitId)
    .orderBy("refused_id", "desc")
    .limit(maxReturned)
    .execute();
  return rows.map((row) => ({
    eventId: row.event_id,
    receivedAt: row.received_at,
    isAccepted: false,
    open: async () => ({
      receivedFrom: row.received_from ?? undefined,
      outcome: "refused",
      reason: row.message,
      faults: await vault.text(associatedData.refusedFaults(row), row.faults),
    }),
    content: async () => (await vault.text(associatedData.refusedEvent(row), row.content)) ?? undefined,
  }));
}

/** The event whose content is shown. Of several with its id, the accepted one is the visit's, unless a time is given. */
function wantedOf(
  events: readonly LooseEvent[],
  visit: VisitTable,
  { eventId, receivedAt }: NamedEvent,
): LooseEvent | undefined {
  const named = events.filter((event) => event.eventId === (eventId === "" ? visit.event_id : eventId));
  return (
    named.find((event) => event.receivedAt === receivedAt) ??
    named.find(({ isAccepted }) => isAccepted) ??
    named.at(-1) ??
    events.at(-1)
  );
}

/** Nothing is done to a voided visit later but notes, so its place is at the end. */
function voidOf({ state, endedOn, endedBy, endReason }: InvoiceHead): StoredAction[] {
  if (state !== "voided" || !endedOn) return [];
  return [{ at: msOf(endedOn), done_by: endedBy ?? null, deed: "voided", detail: endReason ?? null }];
}

/** The content is that of the named event or, if none is named, of the newest. */
export async function storyOf(parts: Parts, visit: VisitTable, named: NamedEvent): Promise<VisitStory> {
  const { db, vault } = parts;
  const { visit_id: visitId } = visit;
  const invoices = visit.invoice_number === null ? [] : await invoicesOf(parts, visitId);
  const all = [...(await acceptedEvents(parts, visit, invoices)), ...(await refusedEvents(parts, visitId))];
  const events = all.toSorted((a, b) => a.receivedAt - b.receivedAt).slice(-maxReturned);
  const shown = wantedOf(events, visit, named);
  const notes = await db
    .selectFrom("visit_note")
    .selectAll()
    .where("visit_id", "=", visitId)
    .orderBy("written_at", "desc")
    .limit(maxReturned)
    .execute();
  const actions = await db
    .selectFrom("visit_deed")
    .select(["visit_id", "at", "done_by", "deed", "detail"])
    .where("visit_id", "=", visitId)
    .orderBy("deed_id", "desc")
    .limit(maxReturned)
    .execute();
  return {
    events: await Promise.all(
      events.map(async ({ eventId, receivedAt, open }) => ({ eventId, receivedAt, ...(await open()) })),
    ),
    content: await shown?.content(),
    notes: await Promise.all(
      notes.toReversed().map(async (note) => ({
        ...note,
        content: await vault.text(associatedData.note(note.note_id), note.content),
      })),
    ),
    actions: [
      ...(await Promise.all(
        actions.toReversed().map(async (action) => ({
          ...action,
          detail: await vault.text(associatedData.actionDetail(action), action.detail),
        })),
      )),
      ...invoices.flatMap(voidOf),
    ],
  };
}
