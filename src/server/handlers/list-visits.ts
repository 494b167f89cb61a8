import { defineHandler } from "#room/server/define-handler.ts";
import { hash } from "node:crypto";
import type { RequestOf } from "#room/contract/registry.ts";
import { pageSize } from "#room/contract/schemas/visit-filter.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { sortColumns } from "#room/server/store/visits/sort-visits.ts";
import type { SortKey } from "#room/server/store/visits/visit-types.ts";
import { checkCode, checkPractice, viewerOf, sumsOf, groupOf } from "./visit-answer.ts";
import { withMeaning } from "./text-meaning.ts";
import { visitRowsOf } from "./visit-names.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";

type Request = RequestOf<"listVisits">;

/** Identifies a cursor's list: a cursor is invalid under another filter or order. */
function markOf(request: Request): string {
  const { cursor: _cursor, limit: _limit, ...rest } = request;
  const members = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  return hash("sha256", JSON.stringify(members.toSorted(([a], [b]) => (a < b ? -1 : 1))), "base64url").slice(
    0,
    12,
  );
}

function cursorOf(request: Request, key: SortKey): string {
  return Buffer.from(JSON.stringify([markOf(request), ...key])).toString("base64url");
}

/** A cursor contains nothing its reader could not request; a forged one returns the same visits. */
function keyOfCursor(request: Request): SortKey | undefined {
  const { cursor } = request;
  if (cursor === undefined || cursor === null || cursor === "") return undefined;
  const unreadable = invalidMember(
    "InvalidCursor",
    "cursor",
    "'cursor' does not belong to this list: start again from its first page.",
  );
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw unreadable;
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw unreadable;
  const [mark, value, visitId]: unknown[] = parts;
  const isNumber = !["service_date", "reason_key"].includes(sortColumns[request.sort ?? "age"]);
  const isValue = isNumber ? Number.isSafeInteger(value) : typeof value === "string";
  if (mark !== markOf(request) || !isValue || typeof visitId !== "string") throw unreadable;
  return typeof value === "number" || typeof value === "string" ? [value, visitId] : undefined;
}

export const listVisits = defineHandler("listVisits", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed visits" }) },
  handle: async (request, context) => {
    const viewer = viewerOf(context);
    checkPractice(request.practiceId, viewer);
    checkCode(request.code);
    const now = context.now().getTime();
    const page = await context.store.visits.list(
      {
        filter: await withMeaning(request, context),
        sort: request.sort ?? "age",
        isDescending: request.isDescending ?? false,
        limit: request.limit ?? pageSize.usual,
        after: keyOfCursor(request),
      },
      viewer,
      now,
    );
    return {
      visits: await visitRowsOf(page.visits, context),
      ...(page.matches.length === 0 ? {} : { matches: page.matches.map((each) => ({ ...each })) }),
      ...(page.next === undefined ? {} : { nextCursor: cursorOf(request, page.next) }),
      total: page.found.total,
      isTotalExact: page.found.isExact,
      ...sumsOf(page.found),
      changeNumber: page.changeNumber,
    };
  },
});

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
