import * as z from "zod/mini";
import { money } from "#room/contract/primitives/money.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/**
 * `withheld` and `refused` are open: somebody has to act. `charged`: the visit has an invoice that stands. `voided`:
 * its invoice was voided. `closed`: closed by a user without a charge.
 */
export const visitState = z.enum(["withheld", "refused", "charged", "voided", "closed"]);
export type VisitState = z.output<typeof visitState>;

/** What of a visit a typed text found. `words`: of a note, a code or a reason for closing; `code`: of the invoice. */
export const visitMatch = z.enum([
  "invoice",
  "id",
  "words",
  "code",
  "reason",
  "practice",
  "payer",
  "provider",
  "person",
  "serviceDate",
  "amount",
  "state",
]);
export type VisitMatch = z.output<typeof visitMatch>;

/**
 * How a visit came to its charge. `first-pass`: by its first event, and not corrected since. `held`: after it was withheld
 * or refused.
 */
export const chargedCourse = z.enum(["first-pass", "held", "corrected"]);
export type ChargedCourse = z.output<typeof chargedCourse>;

/** A visit as a row of the clinic's queue. GUIDs are 32 lower-case digits, date-times are UTC. */
export const visitRow = z.looseObject({
  visitId: z.string(),
  /** What stands for it in lists, as the clinic chose; absent: its id. */
  name: optional(z.string()),
  /** Its newest event. */
  eventId: z.string(),
  /** Absent when all events were refused and none named a practice. */
  practiceId: optional(z.string()),
  state: visitState,
  /** Why it is withheld, refused, voided or closed; absent when charged. */
  reason: optional(z.string()),
  /** The total of the newest event's billable charges; absent when they could not be read. */
  amount: optional(money),
  lineCount: z.number(),
  /** Date of service, `yyyy-MM-dd`. */
  serviceDate: optional(isoDate),
  /** When the newest and the first event arrived. A visit's age counts from the first. */
  receivedAt: wireDateTime,
  firstReceivedAt: wireDateTime,
  /** The user who has it now, since when and until when; all absent when nobody has it. */
  takenBy: optional(z.string()),
  takenSince: optional(wireDateTime),
  takenUntil: optional(wireDateTime),
  /**
   * Put off until this instant, or until a new event; the year 9999 means only until a new event. Absent when
   * it is not put off.
   */
  snoozedUntil: optional(wireDateTime),
  noteCount: z.number(),
  eventCount: z.number(),
  /** Of its newest invoice. */
  invoiceNumber: optional(z.number()),
  /** How often its charge was corrected; absent: never. */
  corrections: optional(z.number()),
  /** The number of its last change; see Changes. */
  changeNumber: z.number(),
  /** Distinct payers and providers of its charges. */
  payerIds: z.array(z.string()),
  providerIds: z.array(z.string()),
});
export type VisitRow = z.output<typeof visitRow>;

/** The answer of operations on one visit: the visit as it is now. */
export const visitAnswer = z.looseObject({ visit: visitRow });

/** A group of visits: the count and the total. */
export const visitGroup = z.looseObject({
  name: z.string(),
  count: z.number(),
  /** Absent when there is no amount, or several currencies: then `sums` has one per currency. */
  sum: optional(money),
  sums: z.array(money),
});
export type VisitGroup = z.output<typeof visitGroup>;
