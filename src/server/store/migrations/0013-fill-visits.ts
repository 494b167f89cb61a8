import { readJson } from "#room/contract/written-json.ts";
import { type Kysely, sql } from "kysely";
import { outcomeOf } from "#room/billing/outcome.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { MigrationContext } from "#room/server/store/migration.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "#room/server/store/visits/visit-tables.ts";
import { visitAfterEvent } from "#room/server/store/visits/visit-after.ts";
import { visitFactsOf } from "#room/server/store/visits/visit-facts.ts";

const visitsAtOnce = 200;
/** At this migration everything is stored in plain text. */
type Event = Omit<Tables["charged_event"], "content"> & { content: string };

function visitOf(
  events: readonly Event[],
  invoiceNumbers: ReadonlyMap<string, number>,
  changeNumber: number,
): VisitTable | undefined {
  let visit: VisitTable | undefined;
  for (const event of events) {
    const outcome = event.result === 1 ? "charged" : "withheld";
    // The store accepted it as an event of the contract.
    const content = readJson<AutoChargedEvent>(event.content);
    const told = outcomeOf(content.audit);
    visit = visitAfterEvent(
      visit,
      {
        eventId: event.event_id,
        visitId: event.visit_id,
        practiceId: event.practice_id,
        outcome,
        reason: told.kind === "withheld" ? told.reason : "",
        facts: visitFactsOf(content, { isCharged: outcome === "charged" }),
        receivedAt: event.received_at,
        invoiceNumber: invoiceNumbers.get(event.event_id),
      },
      changeNumber,
    );
  }
  return visit;
}

async function countEvents(db: Kysely<Tables>): Promise<void> {
  await sql`insert into visit_count (name, practice_id, currency, visits, sum_minor)
    select 'state:' || state, practice_id, currency, count(*), sum(amount_minor) from visit
    group by state, practice_id, currency`.execute(db);
  await sql`insert into visit_count (name, practice_id, currency, visits, sum_minor)
    select 'day:' || (received_at / 86400000) || case result when 1 then ':charged' else ':withheld' end,
      practice_id, '', count(*), 0
    from charged_event group by 1, practice_id`.execute(db);
}

/** The visits of existing events, a few hundred at a time, so that memory is bounded. */
export async function fillVisits(context: MigrationContext): Promise<void> {
  // The tables as of this migration; later ones may only add to them.
  const db = context.db as unknown as Kysely<Omit<Tables, "charged_event"> & { charged_event: Event }>;
  await sql`create index charged_event_filling on charged_event (visit_id)`.execute(db);
  let after = "";
  let changes = 0;
  for (;;) {
    const ids = await db
      .selectFrom("charged_event")
      .select("visit_id")
      .distinct()
      .where("visit_id", ">", after)
      .orderBy("visit_id")
      .limit(visitsAtOnce)
      .execute();
    const last = ids.at(-1);
    if (!last) break;
    const events = await db
      .selectFrom("charged_event")
      .selectAll()
      .where("visit_id", ">", after)
      .where("visit_id", "<=", last.visit_id)
      .orderBy("received_at")
      .orderBy("result")
      .execute();
    const invoices = await db
      .selectFrom("invoice")
      .select(["event_id", "invoice_number"])
      .where("visit_id", ">", after)
      .where("visit_id", "<=", last.visit_id)
      .execute();
    const numbers = new Map(invoices.map((row) => [row.event_id, row.invoice_number]));
    const byVisit = new Map<string, Event[]>();
    for (const event of events) {
      const ofVisit = byVisit.get(event.visit_id) ?? [];
      ofVisit.push(event);
      byVisit.set(event.visit_id, ofVisit);
    }
    const rows = [...byVisit.values()].flatMap((ofVisit) => {
      changes += 1;
      return visitOf(ofVisit, numbers, changes) ?? [];
    });
    for (let from = 0; from < rows.length; from += 50)
      await db
        .insertInto("visit")
        .values(rows.slice(from, from + 50))
        .execute();
    const held = rows.filter((row) => row.was_open === 1);
    const told = held.flatMap(({ visit_id }) =>
      (byVisit.get(visit_id) ?? []).map(({ event_id }) => ({ visit_id, event_id })),
    );
    for (let from = 0; from < told.length; from += 200)
      await db
        .insertInto("visit_event")
        .values(told.slice(from, from + 200))
        .execute();
    after = last.visit_id;
  }
  await sql`drop index charged_event_filling`.execute(db);
  await db.updateTable("counter").set({ changes }).where("name", "=", "invoice").execute();
  await countEvents(db);
}
