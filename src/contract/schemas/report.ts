import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { money } from "#room/contract/primitives/money.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { givenDay } from "./day-sheet.ts";
import { chargedCourse } from "./visit.ts";

/**
 * What a report is of. By the day visits first arrived: `first-pass`, what became of them; `withheld`, why they were ever
 * withheld or refused; `findings`, the engine’s rules that ever failed. `aging`: all that is open now. By the day of charging:
 * `days-to-charge`, from the date of service; `average`, per visit; `office-visits`, codes 99202 to 99215. `people`: what
 * they did on these days.
 */
export const reportName = z.enum([
  "first-pass",
  "withheld",
  "findings",
  "aging",
  "days-to-charge",
  "average",
  "office-visits",
  "people",
]);
export type ReportName = z.output<typeof reportName>;

/** What became of a visit. `done`: closed without a charge, or voided. */
export const visitCourse = z.enum([...chargedCourse.options, "open", "done"]);
export type VisitCourse = z.output<typeof visitCourse>;

/** The days, inclusive, by the clock of each practice, and the practice of a report. */
export const reportScope = { from: givenDay, to: givenDay, practiceId: optional(guid) };

const row = z.looseObject({
  /** What `by` names: a GUID, a user, a code, a course; days as `2-3` or `31+`; `all`: of all practices. */
  id: z.string(),
  /** The procedure code that these visits of a provider have. */
  code: optional(z.string()),
  /** The days on which these visits first arrived: since one, or up to one, if only that is given. */
  from: optional(isoDate),
  to: optional(isoDate),
  visits: z.number(),
  /** `visits` are some of these. */
  outOf: optional(z.number()),
  /** One per currency. */
  sums: z.array(money),
  /** Days from service to charge, for half and for nine tenths of the visits. */
  medianDays: optional(z.number()),
  ninetiethDays: optional(z.number()),
  /** How long the person had visits to work on. */
  secondsHeld: optional(z.number()),
});
export type ReportRow = z.output<typeof row>;

const group = z.looseObject({
  by: z.enum(["course", "practice", "provider", "reason", "rule", "age", "delay", "code", "person"]),
  rows: z.array(row),
});
export type ReportGroup = z.output<typeof group>;

export const report = z.looseObject({
  groups: z.array(group),
  /** When the sums were made. */
  asOf: wireDateTime,
});
export type Report = z.output<typeof report>;
