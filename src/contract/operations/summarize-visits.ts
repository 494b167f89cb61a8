import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";
import { visitGroup } from "#room/contract/schemas/visit.ts";

/** VisitSummary, an extension: what is held and why, and what became of what came. Days are days in UTC. */
export const summarizeVisits = defineOperation({
  name: "VisitSummaryRequest",
  effect: "read",
  session: "header",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 30_000,
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({
    practiceId: optional(guid),
    /** The days of `perDay` and of the median, both included, at most 366; absent: the last 14 days, to today. */
    from: optional(isoDate),
    to: optional(isoDate),
  }),
  response: z.looseObject({
    /** As things stand now: all four states. */
    byState: z.array(visitGroup),
    /** The open ones by their reason, the most money first, at most 100; the rest under the name `…`. */
    byReason: z.array(visitGroup),
    /** The open ones by the days since their first event: `0-1`, `2-3`, `4-7`, `8+`, always all four. */
    byAge: z.array(visitGroup),
    /** Events by the day on which they came; every day from first to last. */
    perDay: z.array(
      z.looseObject({ date: isoDate, charged: z.number(), withheld: z.number(), refused: z.number() }),
    ),
    /**
     * Of the visits charged on these days after they had been held (the newest 2,000): from the first event to the
     * charge, in seconds. Absent when there is none.
     */
    medianSecondsToCharge: optional(z.number()),
    changeNumber: z.number(),
  }),
  faults: noFaults,
});
