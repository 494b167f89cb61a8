import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, wholeNumber } from "#room/contract/primitives/rule.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";
import { visitGroup } from "#room/contract/schemas/visit.ts";

/**
 * Changes, an extension: which visits changed since a change number. With waitSeconds it answers as soon as
 * something changes, or empty at the timeout. It does not count as session activity. A session may have three
 * calls that wait: one more ends the longest with a 429.
 */
export const listChanges = defineExtension({
  name: "ChangesRequest",
  effect: "read",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 40_000,
  request: z.looseObject({
    /** `changeNumber` of a previous answer. Absent: answers immediately with the current number. */
    since: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
    waitSeconds: optional(wholeNumber(25)),
    /** The one of a previous answer, or empty: it is answered at once if the caller's rights are others now. */
    rightsMark: optional(z.string()),
  }),
  response: z.looseObject({
    /** The `since` of the next call. */
    changeNumber: z.number(),
    /** The ids of those visits the caller may see. */
    visits: z.array(z.string()),
    /** More than 1,000 visits changed, or the number is from another store: reload the lists. */
    isTooOld: z.boolean(),
    /**
     * If asked with one: another one once the caller's role, rights or practices changed. Forget what was read, and read
     * it anew: it may hold visits the caller may no longer see.
     */
    rightsMark: optional(z.string()),
  }),
});

/** VisitSummary, an extension: what is withheld and why, and what became of received events. Days are the clinic’s. */
export const summarizeVisits = defineExtension({
  name: "VisitSummaryRequest",
  effect: "read",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 30_000,
  request: z.looseObject({
    practiceId: optional(guid),
    /** The days for `perDay` and the median, inclusive, 366 at most. Absent: the last 14 days. */
    from: optional(isoDate),
    to: optional(isoDate),
  }),
  response: z.looseObject({
    /** Current totals of all states. */
    byState: z.array(visitGroup),
    /** Open visits by reason, most money first, 100 at most; the rest under the name `…`. */
    byReason: z.array(visitGroup),
    /** Open visits by days since their first event: `0-1`, `2-3`, `4-7`, `8+`, always all four. */
    byAge: z.array(visitGroup),
    /** Events by the day received; one entry for every day in the range. Corrections are not among the charged. */
    perDay: z.array(
      z.looseObject({
        date: isoDate,
        charged: z.number(),
        corrected: optional(z.number()),
        withheld: z.number(),
        refused: z.number(),
      }),
    ),
    /**
     * For the newest 2,000 visits charged on these days after having been withheld: seconds from the first
     * event to the charge. Absent when there are none.
     */
    medianSecondsToCharge: optional(z.number()),
    /** Of the events charged on these days, those that charged a visit withheld or refused before. */
    chargedAfterHold: optional(z.number()),
    /** Of the same, those whose visit's invoice is void by now. */
    chargedThenVoided: optional(z.number()),
    changeNumber: z.number(),
  }),
});
