import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import { placeOf } from "#room/server/vault/places.ts";
import type { VisitParts } from "./visit-parts.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { CountChanges, visitAfterEvent } from "./visit-after.ts";
import { guidOrNothing, visitFactsOf } from "./visit-facts.ts";
import type { RefusedArrival } from "./visit-types.ts";

/** Content larger than this is not kept, only its faults. In characters of JSON. */
export const longestContent = 256 * 1024;
/** New ones per sender and day. Repeats are only counted. */
export const mostPerDay = 2000;
const dayMs = 86_400_000;
/** With these codes the visit needs no work: it is charged already, or the event is known. */
const knownEvent = "EventIdReused";

function visitOf(event: RefusedArrival["event"], member: "visitId" | "practiceId"): string {
  const { visitCharged } = event;
  const value: unknown =
    typeof visitCharged === "object" && visitCharged !== null ? Reflect.get(visitCharged, member) : undefined;
  return guidOrNothing(value);
}

/** An event that names no practice is of its sender's, if they have one. Otherwise whoever has all practices sees it. */
function ofSender({ practices }: RefusedArrival): string {
  const [only = "", ...more] = practices;
  return more.length > 0 ? "" : only;
}

async function hasRoom(db: Transaction<Tables>, { sender, receivedAt }: RefusedArrival): Promise<boolean> {
  const rows = await db
    .selectFrom("refused_event")
    .select("refused_id")
    .where("sender", "=", sender)
    .where("received_at", ">", receivedAt - dayMs)
    .limit(mostPerDay)
    .execute();
  return rows.length < mostPerDay;
}

/**
 * Keeps a refused event, so that it is not only in the rules engine's log: with its visit or, if that cannot be read,
 * as a visit under the event's own id. A repeat with the same content is only counted. An event whose id was already
 * taken does not affect the visit it names and appears only in its history. False if it was not kept.
 */
export async function keepRefused(
  { queries, db, vault, seal }: VisitParts,
  arrival: RefusedArrival,
): Promise<boolean> {
  const { eventId, event, receivedAt, practices, code } = arrival;
  const content = JSON.stringify(event);
  const { value, changes } = await queries.lockCounter(db);
  const digest = hash("sha256", content, "base64url");
  const { numUpdatedRows } = await db
    .updateTable("refused_event")
    .set((build) => ({ times: build("times", "+", 1), last_at: receivedAt }))
    .where("event_id", "=", eventId)
    .where("digest", "in", vault.marksOf(digest))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  const visitId = visitOf(event, "visitId") || eventId;
  const named = visitOf(event, "practiceId");
  const [before] = await queries.visitsOf(db, [visitId]);
  const practiceId = before?.practice_id || named || (before ? "" : ofSender(arrival));
  if (practiceId !== "" && practices.length > 0 && !practices.includes(practiceId)) return false;
  if (!(await hasRoom(db, arrival))) return false;
  const message = storableText(arrival.message);
  const row = { event_id: eventId, received_at: receivedAt };
  const kept = arrival.isWhole && content.length <= longestContent ? content : null;
  await db
    .insertInto("refused_event")
    .values({
      ...row,
      visit_id: visitId,
      practice_id: practiceId,
      digest: seal.mark(digest),
      content: seal.text(placeOf.refusedEvent(row), kept),
      code,
      message,
      faults: seal.text(placeOf.refusedFaults(row), JSON.stringify(arrival.faults)),
      last_at: receivedAt,
      times: 1,
      received_from: arrival.receivedFrom ?? null,
      sender: arrival.sender,
    })
    .execute();
  const arrived = {
    eventId,
    visitId,
    practiceId,
    outcome: "refused" as const,
    reason: message,
    facts: visitFactsOf(event),
    receivedAt,
    invoiceNumber: undefined,
  };
  const counts = new CountChanges();
  counts.event(arrived);
  const isKnown = code === knownEvent && before !== undefined;
  const after = isKnown
    ? { ...before, event_count: before.event_count + 1, change_number: changes + 1 }
    : visitAfterEvent(before, arrived, changes + 1);
  counts.visit(before, after);
  await queries.putVisits(db, [after]);
  await queries.addCounts(db, counts);
  await queries.raiseCounter(db, { value, changes: changes + 1 });
  return true;
}
