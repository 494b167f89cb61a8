import { defineHandler } from "#room/server/define-handler.ts";
import { checkPractice } from "./check-practice.ts";
import { leaseMsOf } from "./take-visit.ts";
import { withMeaning } from "./text-meaning.ts";
import { viewerOf, changedVisit } from "./visit-answer.ts";
import { namedVisit } from "./visit-names.ts";

/** Takes the first free visit that matches the filter. */
export const takeNextVisit = defineHandler("takeNextVisit", {
  isCostly: true,
  audit: { when: "first", note: changedVisit },
  handle: async (filter, context) => {
    const viewer = viewerOf(context);
    checkPractice(filter.practiceId, viewer);
    const now = context.now().getTime();
    const visit = await context.store.visits.takeNext(
      await withMeaning(filter, context),
      { leaseMs: leaseMsOf(context) },
      viewer,
      now,
    );
    return visit === undefined ? {} : { visit: await namedVisit(visit, context) };
  },
});
