import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { fieldError } from "#room/contract/schemas/response-status.ts";
import { visitRow } from "#room/contract/schemas/visit.ts";

/** One event of a visit, as received. */
export const visitEvent = z.looseObject({
  eventId: z.string(),
  receivedAt: wireDateTime,
  /** The user; absent for a trusted engine without a session. */
  receivedFrom: optional(z.string()),
  outcome: z.enum(["charged", "corrected", "withheld", "refused"]),
  /** Why it was withheld or refused, or why the charge was corrected. */
  reason: optional(z.string()),
  /** The invoice it made, and the one that this replaced. */
  invoiceNumber: optional(z.number()),
  replaces: optional(z.number()),
  /** The issues of a refused event; those of a 409 have no fieldName. */
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

/** What users did with a visit. Events and notes have their own lists. */
export const visitHistoryEntry = z.looseObject({
  at: wireDateTime,
  /** Absent: it expired. */
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
    "voided",
  ]),
  /**
   * For `taken over` and `ran out`: who had it. For `assigned`: who got it. For `put off`: until when. For
   * `closed` and `voided`: the reason.
   */
  detail: optional(z.string()),
});
export type VisitHistoryEntry = z.output<typeof visitHistoryEntry>;

/**
 * GetVisit, an extension: one visit with its history, found by its id or by any of its events. The read is
 * recorded in the audit log. Lists are oldest first, limited to the newest 200.
 */
export const getVisit = defineExtension({
  name: "GetVisitRequest",
  effect: "read",
  right: "visits",
  discloses: "patient-data",
  freshMs: 10_000,
  /**
   * At least one of the two ids. If both are given, the event must belong to the visit. Of several events with the
   * same id, receivedAt names one; otherwise it is the one that was accepted.
   */
  request: z.looseObject({
    visitId: optional(guid),
    eventId: optional(guid),
    receivedAt: optional(wireDateTime),
  }),
  response: z.looseObject({
    visit: visitRow,
    /**
     * The event requested by id, else the newest, exactly as received. A refused event can be any object, not
     * necessarily an AutoChargedEvent. Absent when it was too large to keep.
     */
    autoChargedEvent: optional(z.looseObject({})),
    events: z.array(visitEvent),
    notes: z.array(visitNote),
    history: z.array(visitHistoryEntry),
  }),
});
