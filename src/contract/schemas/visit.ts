import * as z from "zod/mini";
import { money } from "#room/contract/primitives/money.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/**
 * `withheld` and `refused` are the open ones: a person has to do something. `charged`: the visit has its invoice.
 * `closed`: somebody put it away without a charge.
 */
export const visitState = z.enum(["withheld", "refused", "charged", "closed"]);
export type VisitState = z.output<typeof visitState>;

/** A visit as the clinic's queue has it. GUIDs are 32 lower-case digits, date-times are UTC. */
export const visitRow = z.looseObject({
  visitId: z.string(),
  /** Its newest event. */
  eventId: z.string(),
  /** Absent where all events were refused and none named a practice. */
  practiceId: optional(z.string()),
  state: visitState,
  /** Why it is withheld, was refused or was closed; absent for a charged one. */
  reason: optional(z.string()),
  /** All billable charges of the newest event; absent where they could not be read. */
  amount: optional(money),
  lineCount: z.number(),
  /** The day of service, `yyyy-MM-dd`. */
  serviceDate: optional(isoDate),
  /** When the newest event came, and the first one. The age of a visit counts from the first. */
  receivedAt: wireDateTime,
  firstReceivedAt: wireDateTime,
  /** The name of the user who has it now, since when and until when; all absent when nobody has. */
  takenBy: optional(z.string()),
  takenSince: optional(wireDateTime),
  takenUntil: optional(wireDateTime),
  /** Put off until then, or until a new event; in the year 9999: until a new event alone. Absent when it is not. */
  snoozedUntil: optional(wireDateTime),
  noteCount: z.number(),
  eventCount: z.number(),
  invoiceNumber: optional(z.number()),
  /** The number of its last change; see Changes. */
  changeNumber: z.number(),
  /** Payers and providers of its charges, each once. */
  payerIds: z.array(z.string()),
  providerIds: z.array(z.string()),
});
export type VisitRow = z.output<typeof visitRow>;

/** What an operation on one visit answers: the visit as it stands now. */
export const visitAnswer = z.looseObject({ visit: visitRow });

/** A group of visits: how many, and what they come to. */
export const visitGroup = z.looseObject({
  name: z.string(),
  count: z.number(),
  /** Absent when there is no amount, or amounts of several currencies: then `sums` has one for each. */
  sum: optional(money),
  sums: z.array(money),
});
export type VisitGroup = z.output<typeof visitGroup>;
