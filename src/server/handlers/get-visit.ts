import { defineHandler } from "#room/server/define-handler.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { readJson } from "#room/contract/written-json.ts";
import { givenGuid } from "#room/contract/primitives/guid.ts";
import type { VisitHistoryEntry, VisitEvent } from "#room/contract/operations/get-visit.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { type VisitStory, maySee } from "#room/server/store/visits/visit-types.ts";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { viewerOf, outsideYourPractices, visitNotFound, wireInstant } from "./visit-answer.ts";
import { namedVisit } from "./visit-names.ts";

function eventOf({ receivedAt, reason, faults, ...event }: VisitStory["events"][number]) {
  return {
    ...event,
    receivedAt: wireInstant(receivedAt),
    reason: reason || undefined,
    // The store wrote it exactly as it was answered.
    errors: readJson<VisitEvent["errors"]>(faults),
  };
}

function historyEntryOf({ at, done_by: by, deed, detail }: VisitStory["actions"][number]): VisitHistoryEntry {
  return { at: wireInstant(at), by: by ?? undefined, deed, detail: detail ?? undefined };
}

function contentOf(json: string | undefined) {
  const content: unknown = json === undefined ? undefined : JSON.parse(json);
  return isRecord(content) ? { autoChargedEvent: content } : {};
}

export const getVisit = defineHandler("getVisit", {
  isCostly: true,
  audit: {
    when: "first",
    note: (_request, { visit }) => ({ action: "read visit", subject: `visit:${visit.visitId}` }),
  },
  handle: async (request, context) => {
    const viewer = viewerOf(context);
    const visitId = givenGuid(request.visitId) ?? "";
    const eventId = givenGuid(request.eventId) ?? "";
    if (visitId === "" && eventId === "")
      throw invalidMember("NotEmpty", "visitId", "'visitId' or 'eventId' must be given.");
    const { visits } = context.store;
    const visit = await visits.find({ visitId, eventId });
    if (!visit) throw visitNotFound();
    if (!maySee(viewer, visit.practice_id)) throw outsideYourPractices();
    const { events, content, notes, actions } = await visits.story(visit, {
      eventId,
      receivedAt: instantOfWire(request.receivedAt),
    });
    return {
      visit: await namedVisit(visit, context),
      ...contentOf(content),
      events: events.map(eventOf),
      notes: notes.map((note) => ({
        noteId: note.note_id,
        writtenAt: wireInstant(note.written_at),
        writtenBy: note.written_by,
        text: note.content,
      })),
      history: actions.map(historyEntryOf),
    };
  },
});
