import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { visitState } from "./visit.ts";

export const visitSort = z.enum(["age", "need", "amount", "received", "serviceDate", "reason"]);
export type VisitSort = z.output<typeof visitSort>;

/** Which visits, and in which order. Everything given must hold; what is absent asks for nothing. */
export const visitFilter = {
  /** Absent or empty: the open ones, `withheld` and `refused`. */
  states: optional(z.array(visitState)),
  /** The whole reason, letter by letter. */
  reason: optional(text(1000)),
  practiceId: optional(guid),
  /** A payer or provider of any of its charges. */
  payerId: optional(guid),
  providerId: optional(guid),
  /** A rule of the engine that did not pass on its newest event, by its name. */
  rule: optional(text(1000)),
  /** Who has it now. Together with isFree true: theirs and nobody's. */
  takenBy: optional(text(1000)),
  isFree: optional(z.boolean()),
  isSnoozed: optional(z.boolean()),
  /** Days of service, both included. */
  from: optional(isoDate),
  to: optional(isoDate),
  /** When the newest event came: from that instant on, and before that one. */
  receivedFrom: optional(wireDateTime),
  receivedTo: optional(wireDateTime),
  /** The same for the first event, from which the age of a visit counts. */
  firstReceivedFrom: optional(wireDateTime),
  firstReceivedTo: optional(wireDateTime),
  /** Whole days since the first event, both included: what is asked for moves on with the clock. */
  waitingFrom: optional(z.number()),
  waitingTo: optional(z.number()),
  /** In major units, both included. */
  amountFrom: optional(z.number()),
  amountTo: optional(z.number()),
  /**
   * Finds the invoice's number, the first four or more digits of an eventId or visitId, and words (or their beginnings)
   * that all stand in the reason or in the notes.
   */
  text: optional(text(200)),
  /**
   * `age`: the oldest first event first (absent: this). `need`: by the day (UTC) of the first event, the most money of a
   * day first; where charged or closed ones are asked for, too, as `age`. `amount`, `received` (newest event), `serviceDate`, `reason`:
   * the least first.
   */
  sort: optional(visitSort),
  isDescending: optional(z.boolean()),
};

export const visitFilterObject = z.looseObject(visitFilter);
export type VisitFilter = z.output<typeof visitFilterObject>;

/** How many rows a page of the list may have. */
export const pageSize = { usual: 50, most: 200 } as const;

export const pageLimit = z.number().check(
  rule((value) => Number.isInteger(value) && value >= 1 && value <= pageSize.most, {
    code: "InclusiveBetween",
    message: `must be a whole number from 1 to ${pageSize.most}`,
  }),
);
