import { hash } from "node:crypto";
import { looseEntry } from "#room/server/audit/audit-entry.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import type { Transaction } from "kysely";
import { contentText } from "#room/contract/same-content.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { RefusedArrival } from "./visit-types.ts";
import { lockCounter, raiseCounter } from "#room/server/store/charge-queries.ts";
import { addCounts } from "./visit-counts.ts";
import { putVisits, visitsOf } from "./visit-queries.ts";
import type { VisitParts } from "#room/server/store/commit-charges.ts";
import { didChange, isAny, countOf } from "#room/server/store/rows.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { codeWordsOf, addWords } from "./visit-words.ts";
import { CountChanges, applyEvent } from "./apply-event.ts";
import { guidOrNothing, extractFacts } from "./extract-facts.ts";

/** Content larger than this is not kept, only its faults. In characters of JSON. */
export const longestContent = 256 * 1024;
/** New ones per sender and day. Repeats are only counted. */
export const maxPerDay = 2000;
const dayMs = 86_400_000;

function visitOf(event: RefusedArrival["event"], member: "visitId" | "practiceId"): string {
  const { visitCharged } = event;
  const value: unknown =
    typeof visitCharged === "object" && visitCharged !== null ? Reflect.get(visitCharged, member) : undefined;
  return guidOrNothing(value);
}

/** An event without a practice belongs to its sender's only practice; otherwise only users with all practices see it. */
function ofSender({ practices }: RefusedArrival): string {
  const [only = "", ...more] = practices;
  return more.length > 0 ? "" : only;
}

/** Whether an event with this id was accepted before. The visit stands by that one, whatever is wrong with another. */
function isAccepted(db: Transaction<Tables>, eventId: string): Promise<boolean> {
  return isAny(db.selectFrom("charged_event").where("event_id", "=", eventId));
}

/** Whether another visit has an event with this id, so that the id does not lead to this one. */
async function isOfAnother(db: Transaction<Tables>, eventId: string, visitId: string): Promise<boolean> {
  for (const table of ["charged_event", "refused_event"] as const) {
    const of = db.selectFrom(table).where("event_id", "=", eventId);
    if (await isAny(of.where("visit_id", "<>", visitId))) return true;
  }
  return false;
}

async function hasRoom(db: Transaction<Tables>, { sender, receivedAt }: RefusedArrival): Promise<boolean> {
  const today = db
    .selectFrom("refused_event")
    .where("sender", "=", sender)
    .where("received_at", ">", receivedAt - dayMs);
  return (await countOf(today)) < maxPerDay;
}

/**
 * Keeps a refused event, so that it is not only in the rules engine's log: with its visit or, if that cannot be read,
 * as a visit under the event's own id. A repeat with the same content, however it is spelled, is only counted. An event whose id was already
 * taken does not affect a known visit and appears only in its history. One with the id of another visit's event is filed
 * under its visit's id, so that each address leads to one visit. False if it was not kept.
 */
export async function keepRefused(parts: VisitParts, arrival: RefusedArrival): Promise<boolean> {
  const { db, vault, seal, days } = parts;
  const { eventId, event, receivedAt, practices, code } = arrival;
  const content = JSON.stringify(event);
  const visitId = visitOf(event, "visitId") || eventId;
  const { value, changes } = await lockCounter(db);
  const digest = hash("sha256", contentText(event), "base64url");
  const same = db
    .updateTable("refused_event")
    .where("event_id", "in", [eventId, visitId])
    .where("digest", "in", vault.marksOf(digest));
  if (await didChange(same.set(({ eb }) => ({ times: eb("times", "+", 1), last_at: receivedAt }))))
    return true;
  const named = visitOf(event, "practiceId");
  const [before] = await visitsOf(db, [visitId]);
  const practiceId = before?.practice_id || named || (before ? "" : ofSender(arrival));
  if (practiceId !== "" && practices.length > 0 && !practices.includes(practiceId)) return false;
  if (!(await hasRoom(db, arrival))) return false;
  const message = storableText(arrival.message);
  const keptId = (await isOfAnother(db, eventId, visitId)) ? visitId : eventId;
  const row = { event_id: keptId, received_at: receivedAt };
  const kept = arrival.isWhole && content.length <= longestContent ? content : null;
  await db
    .insertInto("refused_event")
    .values({
      ...row,
      visit_id: visitId,
      practice_id: practiceId,
      digest: seal.mark(digest),
      content: seal.text(associatedData.refusedEvent(row), kept),
      code,
      message,
      faults: seal.text(associatedData.refusedFaults(row), JSON.stringify(arrival.faults)),
      last_at: receivedAt,
      times: 1,
      received_from: arrival.receivedFrom ?? null,
      sender: arrival.sender,
    })
    .execute();
  const subject = `event:${eventId}${visitId === eventId ? "" : `/visit:${visitId}`}: ${code}`;
  const note = { ...arrival.caller, actor: arrival.receivedFrom, action: "refused charge", subject } as const;
  await appendAudit(parts, db, [looseEntry(note, receivedAt)]);
  const arrived = {
    eventId: keptId,
    visitId,
    practiceId,
    outcome: "refused" as const,
    reason: message,
    facts: extractFacts(event),
    receivedAt,
    invoiceNumber: undefined,
  };
  const counts = new CountChanges(days);
  counts.event(arrived);
  const after =
    before !== undefined && (await isAccepted(db, eventId))
      ? { ...before, event_count: before.event_count + 1, change_number: changes + 1 }
      : applyEvent(before, arrived, changes + 1);
  counts.visit(before, after);
  await putVisits(parts, [after]);
  await addWords(parts, visitId, codeWordsOf(event));
  await addCounts(db, counts.rows);
  await raiseCounter(parts, { value, changes: changes + 1 });
  return true;
}
