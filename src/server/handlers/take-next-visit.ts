import type { Handler } from "#room/server/handler.ts";
import { checkPractice } from "./check-practice.ts";
import { leaseMsOf } from "./take-visit.ts";
import { askerOf, visitRowOf } from "./visit-answer.ts";

/** Takes the first free visit that matches the filter. */
export const takeNextVisit: Handler<"takeNextVisit"> = async (filter, context) => {
  const asker = askerOf(context);
  checkPractice(filter.practiceId, asker);
  const now = context.now().getTime();
  const visit = await context.store.visits.takeNext(filter, { leaseMs: leaseMsOf(context) }, asker, now);
  return visit === undefined ? {} : { visit: visitRowOf(visit, now) };
};
