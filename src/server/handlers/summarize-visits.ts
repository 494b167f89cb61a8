import { defineHandler } from "#room/server/define-handler.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { checkPractice, viewerOf, groupOf } from "./visit-answer.ts";

const usualDays = 14;
const maxDays = 366;

function dayOf(date: string | null | undefined): number | undefined {
  const calendar = calendarDateOf(date);
  return calendar === undefined ? undefined : dayNumber(calendar);
}

export const summarizeVisits = defineHandler("summarizeVisits", {
  isCostly: true,
  audit: "none",
  handle: async ({ practiceId, from, to }, context) => {
    const viewer = viewerOf(context);
    const practice = checkPractice(practiceId, viewer);
    const now = context.now().getTime();
    const lastDay = dayOf(to) ?? Math.max(context.store.days.dayOf(now), dayOf(from) ?? 0);
    const firstDay = dayOf(from) ?? lastDay - usualDays + 1;
    if (lastDay < firstDay)
      throw invalidMember("GreaterThanOrEqual", "to", "'to' must not be before 'from'.");
    if (lastDay - firstDay >= maxDays)
      throw invalidMember(
        "InclusiveBetween",
        "from",
        `'from' and 'to' must be at most ${maxDays} days apart.`,
      );
    const summary = await context.store.visits.summarize(
      { practiceId: practice, firstDay, lastDay },
      viewer,
      now,
    );
    const { byState, byReason, byAge, perDay, medianMs, ...counts } = summary;
    return {
      byState: byState.map(groupOf),
      byReason: byReason.map(groupOf),
      byAge: byAge.map(groupOf),
      perDay: perDay.map(({ day, ...ofDay }) => ({ date: dateOfDay(day), ...ofDay })),
      ...(medianMs === undefined ? {} : { medianSecondsToCharge: Math.round(medianMs / 1000) }),
      ...counts,
    };
  },
});
