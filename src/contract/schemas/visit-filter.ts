import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { chargedCourse, visitState } from "./visit.ts";

/** What can be missing: `code`: one of five letters and digits; `person`: who charged it; `paidBy`: a payment’s payer. */
export const lackOf = z.enum(["payer", "provider", "code", "person", "paidBy", "reason"]);
export type Lack = z.output<typeof lackOf>;

export const visitSort = z.enum(["age", "need", "amount", "received", "serviceDate", "reason"]);
export type VisitSort = z.output<typeof visitSort>;

/** Which visits, in which order. All given members must match; an absent one matches anything. */
export const visitFilter = {
  /** Absent or empty: the open states, `withheld` and `refused`. */
  states: optional(z.array(visitState)),
  /** The exact reason. */
  reason: optional(text(1000)),
  practiceId: optional(guid),
  /** A payer or provider of any of its charges; of a charged visit, of a line of its invoice (a payer: that bills it), the one with `code`. */
  payerId: optional(guid),
  providerId: optional(guid),
  /** The name of an engine rule that did not pass on its newest event. */
  rule: optional(text(1000)),
  /** Whether it was ever withheld or refused, whatever became of it. With true, `reason` and `rule` are of any of its events. */
  wasHeld: optional(z.boolean()),
  /** Who has it now. With isFree true: theirs and unassigned ones. */
  takenBy: optional(text(1000)),
  isFree: optional(z.boolean()),
  isSnoozed: optional(z.boolean()),
  /** Dates of service, inclusive. */
  from: optional(isoDate),
  to: optional(isoDate),
  /** When the newest event arrived: from this instant (inclusive), and before that one. */
  receivedFrom: optional(wireDateTime),
  receivedTo: optional(wireDateTime),
  /** The same for the first event, from which a visit's age counts. */
  firstReceivedFrom: optional(wireDateTime),
  firstReceivedTo: optional(wireDateTime),
  /** Days on which the newest event arrived, inclusive, by the clock of each practice. */
  receivedDayFrom: optional(isoDate),
  receivedDayTo: optional(isoDate),
  /** The same for the first event. */
  firstReceivedDayFrom: optional(isoDate),
  firstReceivedDayTo: optional(isoDate),
  /** Charged visits that came to it like this. */
  course: optional(chargedCourse),
  /** Charged visits with a line of this procedure code (five letters and digits), or charged by this user. */
  code: optional(text(1000)),
  chargedBy: optional(text(1000)),
  /**
   * What it is without. A payer, a provider or a code: a line of a charged visit’s invoice, the one with the others asked for;
   * any other visit: all of it. A reason: why it is held, with `wasHeld` why it ever was.
   */
  without: optional(z.array(lackOf)),
  /** In which currency it is; with days of payments or of ended invoices, in which those are. */
  currency: optional(text(3)),
  /** Charged visits with a payment of this type and category: `Card|Copay`. */
  payment: optional(text(200)),
  /** The same by this payer; with `payment`, one payment that is both. */
  paidBy: optional(guid),
  /**
   * Payments that came in on these days, inclusive, by when their invoice was charged, whatever became of it since. A correction
   * brings in what it changes.
   */
  paidDayFrom: optional(isoDate),
  paidDayTo: optional(isoDate),
  /** Visits with an invoice that was replaced or voided: of these days, inclusive, charged on them or by date of service. */
  endedAs: optional(z.enum(["replaced", "voided"])),
  endedDateOf: optional(z.enum(["charge", "service"])),
  endedDayFrom: optional(isoDate),
  endedDayTo: optional(isoDate),
  /** Of the invoices asked for by days of payments or ends: who charged it; a payment that a correction took back: who corrected it. */
  invoiceBy: optional(text(1000)),
  /** Charged visits: whole days from the date of service to the charge, inclusive. */
  delayFrom: optional(z.number()),
  delayTo: optional(z.number()),
  /** Visits that this user charged, noted or did something with; on these days, inclusive, by the clock of each practice. */
  workedBy: optional(text(1000)),
  workedDayFrom: optional(isoDate),
  workedDayTo: optional(isoDate),
  /** Whole days since the first event, inclusive; relative to the current time. */
  waitingFrom: optional(z.number()),
  waitingTo: optional(z.number()),
  /** In major units, inclusive. */
  amountFrom: optional(z.number()),
  amountTo: optional(z.number()),
  /**
   * Finds what a list of visits shows. Each of its words must be found (from the eighth on together): as an invoice
   * number ("Invoice 12", "12"), the first four or more digits of an eventId or visitId, the beginning of a word in the
   * reason or in the notes, a code (of procedures, and while a visit is open of diagnoses), the name or short name of a
   * practice, provider or payer, a date of service, an amount, a state, or the user name of who
   * charged it, has it or wrote a note on it (of others only with the right `people-figures`).
   */
  text: optional(text(200)),
  /**
   * `age` (default): oldest first event first. `need`: by the day (UTC) of the first event, largest amount of
   * the day first; same as `age` when charged or closed visits are included. `amount`, `received` (newest
   * event), `serviceDate`, `reason`: ascending.
   */
  sort: optional(visitSort),
  isDescending: optional(z.boolean()),
};

/** How many visits another person charged or worked on is that person’s figure. */
export function asksOfAnother({ chargedBy, workedBy, invoiceBy }: VisitFilter, userName: string): boolean {
  return [chargedBy, workedBy, invoiceBy].some(
    (name) => name && name.toLowerCase() !== userName.toLowerCase(),
  );
}

export const visitFilterObject = z.looseObject(visitFilter);
export type VisitFilter = z.output<typeof visitFilterObject>;

/** Rows per page of the list. */
export const pageSize = { usual: 50, most: 200 } as const;

export const pageLimit = z.number().check(
  rule((value) => Number.isInteger(value) && value >= 1 && value <= pageSize.most, {
    code: "InclusiveBetween",
    message: `must be a whole number from 1 to ${pageSize.most}`,
  }),
);
