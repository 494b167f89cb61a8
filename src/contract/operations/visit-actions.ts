import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid, guid } from "#room/contract/primitives/guid.ts";
import { optional, text, requiredText, wholeNumber } from "#room/contract/primitives/rule.ts";
import { visitAnswer, visitRow } from "#room/contract/schemas/visit.ts";
import { asksOfAnother, visitFilterObject } from "#room/contract/schemas/visit-filter.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

const onVisit = { effect: "write", right: "visits", discloses: "patient-data" } as const;

const seenByCaller = {
  /** The newest event of the visit the caller has seen. */
  eventId: optional(guid),
  /** How many of its notes the caller has seen. */
  noteCount: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
};

/**
 * TakeVisit, an extension: assigns the visit to the caller for half an hour (configurable); taking it again
 * renews that. 409 `VisitTaken` names the user who has it; `VisitNotOpen` when it is charged or closed.
 */
export const takeVisit = defineExtension({
  name: "TakeVisitRequest",
  ...onVisit,
  request: z.looseObject({
    visitId: requiredGuid,
    /** True: take it even if somebody else has it. */
    isTakeOver: optional(z.boolean()),
    /** With `isTakeOver`: only from this user; 409 `VisitTaken` when somebody else has it by now. */
    takeOverFrom: optional(text(1000)),
    /** The user to assign it to; absent: the caller. */
    takenBy: optional(text(1000)),
  }),
  response: visitAnswer,
  alsoNeeds: ({ takenBy }, userName) => {
    const taker = (takenBy ?? "").trim().toLowerCase();
    return taker === "" || taker === userName.toLowerCase() ? undefined : "assign-visits";
  },
});

/**
 * ReleaseVisit, an extension: gives the visit back. Succeeds when nobody has it; 409 `VisitTaken` when
 * somebody else has it.
 */
export const releaseVisit = defineExtension({
  name: "ReleaseVisitRequest",
  ...onVisit,
  request: z.looseObject({ visitId: requiredGuid }),
  response: visitAnswer,
});

/**
 * TakeNextVisit, an extension: takes for the caller the first open visit matching the filter that nobody has
 * and that is not snoozed. Without `sort`, the first is the one with the largest amount times days waited.
 */
export const takeNextVisit = defineExtension({
  name: "TakeNextVisitRequest",
  ...onVisit,
  request: visitFilterObject,
  /** Absent: there is none. */
  response: z.looseObject({ visit: optional(visitRow) }),
  alsoNeeds: (filter, userName) => (asksOfAnother(filter, userName) ? "people-figures" : undefined),
});

/**
 * NoteVisit, an extension: adds a plain-text note to a visit in any state, whoever has it. 409 `TooMany`
 * after 1,000, and `NoteIdUsed` if its id is another note's.
 */
export const noteVisit = defineExtension({
  name: "NoteVisitRequest",
  ...onVisit,
  request: z.looseObject({
    visitId: requiredGuid,
    text: requiredText(10_000),
    /** Chosen by the caller, so that resending does not duplicate the note. Absent: chosen by the service. */
    noteId: optional(guid),
  }),
  response: visitAnswer,
});

/**
 * SnoozeVisit, an extension: gives an open visit back and puts it off until an instant (UTC) or a new event,
 * whichever comes first. 409 `VisitTaken` when somebody else has it, `VisitChanged` when an event or a note
 * arrived after those the caller saw, `VisitNotOpen` when it is charged or closed.
 */
export const snoozeVisit = defineExtension({
  name: "SnoozeVisitRequest",
  ...onVisit,
  request: z.looseObject({
    visitId: requiredGuid,
    /** Absent: until a new event. An instant in the past is a 400. */
    until: optional(wireDateTime),
    ...seenByCaller,
  }),
  response: visitAnswer,
});

/**
 * CloseVisit, an extension: closes an open visit without a charge. A new event reopens or charges it.
 * Succeeds when the visit is already closed for that reason. 409 `VisitTaken` when somebody else has it,
 * `VisitChanged` when an event or a note arrived after those the caller saw, otherwise `VisitNotOpen`.
 */
export const closeVisit = defineExtension({
  name: "CloseVisitRequest",
  effect: "write",
  right: "close-visits",
  discloses: "patient-data",
  request: z.looseObject({ visitId: requiredGuid, reason: requiredText(1000), ...seenByCaller }),
  response: visitAnswer,
});

/**
 * ReopenVisit, an extension: restores a closed visit to the state its newest event left it in, or ends a
 * snooze. One that an event has reopened is charged like any from now on. Succeeds when it is already open; 409 `VisitNotClosed` when it is charged, `VisitChanged` when somebody changed
 * it after the caller’s own change, which is to be undone, or another event undid that.
 */
export const reopenVisit = defineExtension({
  name: "ReopenVisitRequest",
  ...onVisit,
  /** changeNumber: that of the answer to the change that is undone. */
  request: z.looseObject({ visitId: requiredGuid, changeNumber: optional(z.number()) }),
  response: visitAnswer,
});
