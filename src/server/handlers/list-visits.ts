import { defineHandler } from "#room/server/define-handler.ts";
import { hash } from "node:crypto";
import type { RequestOf } from "#room/contract/registry.ts";
import { pageSize } from "#room/contract/schemas/visit-filter.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { sortColumns } from "#room/server/store/visits/sort-visits.ts";
import type { SortKey } from "#room/server/store/visits/visit-types.ts";
import { checkCode, checkPractice, viewerOf, sumsOf } from "./visit-answer.ts";
import { withMeaning } from "./text-meaning.ts";
import { visitRowsOf } from "./visit-names.ts";

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
