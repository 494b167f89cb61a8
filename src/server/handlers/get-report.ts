import { moneyOfMinor } from "#room/contract/primitives/money.ts";
import { mostFigureRows } from "#room/contract/schemas/day-sheet.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { scopeOf, subjectOfDays } from "./day-sheet-answer.ts";
import { exportedScope } from "./exported-file.ts";
import { viewerOf, wireInstant } from "./visit-answer.ts";

export const getReport = defineHandler("getReport", {
  isCostly: true,
  audit: {
    when: "counted",
    note: (request) =>
      request.isExport === true
        ? { action: "exported list", subject: exportedScope(`report:${request.report}`, request) }
        : { action: "read report", subject: `report:${request.report} ${subjectOfDays(request)}` },
  },
  handle: async (request, context) => {
    const { store, now, session } = context;
    const viewer = viewerOf(context);
    const sees = session.rights.has("people-figures") ? undefined : viewer.name;
    const at = now().getTime();
    const { scope } = await scopeOf({ ...request, dateOf: "charge" }, context);
    const groups = await store.report(request.report, scope, at, context.callerGone);
    return {
      groups: groups.map(({ by, figures }) => ({
        by,
        rows: figures
          .filter(({ id }) => by !== "person" || sees === undefined || id === sees)
          .slice(0, mostFigureRows)
          .map(({ id, tally, outOf, code, days, delay, msHeld }) => ({
            id,
            code,
            ...days,
            visits: tally.total,
            outOf,
            sums: [...tally.found().sums].map(([currency, minor]) => moneyOfMinor(minor, currency)),
            ...(delay && { medianDays: delay.median, ninetiethDays: delay.ninetieth }),
            ...(msHeld === undefined ? {} : { secondsHeld: Math.round(msHeld / 1000) }),
          })),
      })),
      asOf: wireInstant(at),
    };
  },
});
