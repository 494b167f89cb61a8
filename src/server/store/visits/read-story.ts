import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { ToldEvent, VisitStory } from "./visit-types.ts";

const mostTold = 200;

async function acceptedEvents(db: Kysely<Tables>, visit: VisitTable): Promise<ToldEvent[]> {
  // A visit that was charged by its first event is in the first list alone.
  const listed = await db
    .selectFrom("visit_event")
    .select("event_id")
    .where("visit_id", "=", visit.visit_id)
    .limit(mostTold)
    .execute();
  const ids = new Set([visit.event_id, ...listed.map((row) => row.event_id)]);
  const rows = await db
    .selectFrom("charged_event")
    .selectAll()
    .where("event_id", "in", [...ids])
    .where("visit_id", "=", visit.visit_id)
    .execute();
  return rows.map((row) => ({
    eventId: row.event_id,
    receivedAt: row.received_at,
    receivedFrom: row.received_from ?? undefined,
    outcome: row.result === 1 ? "charged" : "withheld",
    reason: row.result === 1 ? "" : (row.withhold_reason ?? ""),
    faults: "[]",
    content: row.content,
  }));
}

async function refusedEvents(db: Kysely<Tables>, visitId: string): Promise<ToldEvent[]> {
  const rows = await db
    .selectFrom("refused_event")
    .selectAll()
    .where("visit_id", "=", visitId)
    .orderBy("refused_id", "desc")
    .limit(mostTold)
    .execute();
  return rows.map((row) => ({
    eventId: row.event_id,
    receivedAt: row.received_at,
    receivedFrom: row.received_from ?? undefined,
    outcome: "refused",
    reason: row.message,
    faults: row.faults,
    content: row.content ?? undefined,
  }));
}

/** The content is that of the named event, or, where none is named, of the newest. */
export async function storyOf(db: Kysely<Tables>, visit: VisitTable, eventId: string): Promise<VisitStory> {
  const { visit_id: visitId } = visit;
  const all = [...(await acceptedEvents(db, visit)), ...(await refusedEvents(db, visitId))];
  const events = all.toSorted((a, b) => a.receivedAt - b.receivedAt).slice(-mostTold);
  const wanted = eventId === "" ? visit.event_id : eventId;
  const shown = events.findLast((event) => event.eventId === wanted) ?? events.at(-1);
  const notes = await db
    .selectFrom("visit_note")
    .selectAll()
    .where("visit_id", "=", visitId)
    .orderBy("written_at", "desc")
    .limit(mostTold)
    .execute();
  const deeds = await db
    .selectFrom("visit_deed")
    .select(["at", "done_by", "deed", "detail"])
    .where("visit_id", "=", visitId)
    .orderBy("deed_id", "desc")
    .limit(mostTold)
    .execute();
  return { events, content: shown?.content, notes: notes.toReversed(), deeds: deeds.toReversed() };
}
