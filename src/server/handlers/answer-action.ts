import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import type { ActionOutcome, VisitAction } from "#room/server/store/visits/visit-types.ts";
import type { VisitTable } from "#room/server/store/visits/visit-tables.ts";
import {
  eventIdReused,
  invoiceNotStanding,
  outsideYourPractices,
  refuseVisit,
  viewerOf,
  visitNotFound,
  wireInstant,
} from "./visit-answer.ts";
import { namedVisit } from "./visit-names.ts";

function visitOfOutcome(outcome: ActionOutcome): VisitTable {
  switch (outcome.kind) {
    case "done":
      return outcome.visit;
    case "not-found":
      throw visitNotFound();
    case "outside-practices":
      throw outsideYourPractices();
    case "outside-theirs":
      throw invalidMember("Equal", "takenBy", "They can’t see this visit: it belongs to another practice.");
    case "taken":
      throw refuseVisit("VisitTaken", `${outcome.by} has this visit. Nothing was changed.`, [
        { errorCode: "VisitTaken", fieldName: "takenBy", message: outcome.by },
        { errorCode: "VisitTaken", fieldName: "takenSince", message: wireInstant(outcome.since) },
      ]);
    case "not-open":
      throw refuseVisit("VisitNotOpen", `The visit is already ${outcome.state}. Nothing was changed.`);
    case "newer-event":
      throw refuseVisit("VisitChanged", "Another event has arrived for this visit. Nothing was changed.");
    case "newer-note":
      throw refuseVisit("VisitChanged", "A note was added to this visit meanwhile. Nothing was changed.");
    case "not-closed":
      throw refuseVisit("VisitNotClosed", "The visit was charged: there is nothing to reopen.");
    case "changed-since":
      throw refuseVisit("VisitChanged", "Somebody has changed the visit since. Nothing was changed.");
    case "not-standing":
      throw invoiceNotStanding();
    case "too-many":
      throw refuseVisit("TooMany", "The visit has reached its limit of notes.");
    case "id-used":
      throw refuseVisit("NoteIdUsed", "This note’s id was used for another note. Nothing was added.");
    case "event-id-reused":
      throw eventIdReused();
  }
}

export async function answerAction(
  visitId: string,
  action: VisitAction,
  context: SignedInContext,
): Promise<{ visit: VisitRow }> {
  const viewer = viewerOf(context);
  const now = context.now().getTime();
  const outcome = await context.store.visits.change(visitId, action, viewer, now);
  return { visit: await namedVisit(visitOfOutcome(outcome), context) };
}
