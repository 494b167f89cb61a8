import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { fieldError } from "#room/contract/schemas/response-status.ts";
import { visitRow } from "#room/contract/schemas/visit.ts";

/** One event of a visit, as it came. */
export const visitEvent = z.looseObject({
  eventId: z.string(),
  receivedAt: wireDateTime,
  /** The user, or absent for a trusted engine without a session. */
  receivedFrom: optional(z.string()),
  outcome: z.enum(["charged", "withheld", "refused"]),
  /** Why it was withheld or refused. */
  reason: optional(z.string()),
  /** The faults of a refused one; of a 409 one, without a fieldName. */
  errors: z.array(fieldError),
});
export type VisitEvent = z.output<typeof visitEvent>;

export const visitNote = z.looseObject({
  noteId: z.string(),
  writtenAt: wireDateTime,
  writtenBy: z.string(),
  /** Plain text. */
  text: z.string(),
});
export type VisitNote = z.output<typeof visitNote>;

/** What people did with a visit. Events and notes stand in lists of their own. */
export const visitDeed = z.looseObject({
  at: wireDateTime,
  /** Absent: its time was over. */
  by: optional(z.string()),
  deed: z.enum([
    "taken",
    "taken over",
    "assigned",
    "released",
    "ran out",
    "put off",
    "woken",
    "closed",
    "reopened",
  ]),
  /** Of `taken over` and `ran out`, who had it; of `assigned`, who got it; of `put off`, until when; of `closed`, the reason. */
  detail: optional(z.string()),
});
export type VisitDeed = z.output<typeof visitDeed>;

/**
 * GetVisit, an extension: one visit with its history, by the visit or by any of its events. Reading it is in the audit
 * trail. Lists are oldest first and hold the newest 200.
 */
export const getVisit = defineOperation({
  name: "GetVisitRequest",
  effect: "read",
  session: "header",
  right: "visits",
  discloses: "patient-data",
  freshMs: 10_000,
  timeLimitMs: 20_000,
  extension: true,
  /** One of the two; with both, the event must be of the visit. */
  request: z.looseObject({ visitId: optional(guid), eventId: optional(guid) }),
  response: z.looseObject({
    visit: visitRow,
    /**
     * The content of the event that was asked for by its id, else of the newest, as it came. Of a refused one any
     * object, which may be no AutoChargedEvent; absent where it was too large to be kept.
     */
    autoChargedEvent: optional(z.looseObject({})),
    events: z.array(visitEvent),
    notes: z.array(visitNote),
    history: z.array(visitDeed),
  }),
  faults: noFaults,
});
