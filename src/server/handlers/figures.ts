import { readJson } from "#room/contract/written-json.ts";
import { type DaySheet, sheetBy, mostFigureRows } from "#room/contract/schemas/day-sheet.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";
import { daySheetOf, scopeOf, shownTo, subjectOfDays } from "./day-sheet-answer.ts";
import { directoryNow } from "./directory-now.ts";
import { exportedScope } from "./exported-file.ts";
import { checkCode, viewerOf, wireInstant } from "./visit-answer.ts";
import { moneyOfMinor } from "#room/contract/primitives/money.ts";

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
    const { from, to, practiceId } = request;
    const { scope } = await scopeOf({ from, to, practiceId, dateOf: "charge" }, context);
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

/** The sheets kept of a closed day, by what its visits are found by. */
export type KeptSheets = Readonly<Record<"charge" | "service", DaySheet>>;

function notClosed(mayReadKept: boolean): Refusal {
  const words = mayReadKept
    ? "No sheet of that day was kept: it was not closed like this."
    : "The sheet that was kept of that day is of all practices, and you see some. Choose one of them.";
  return new Refusal(404, "DayNotClosed", words);
}

export const getDaySheet = defineHandler("getDaySheet", {
  isCostly: true,
  audit: {
    when: "counted",
    note: (request) =>
      request.isExport === true
        ? { action: "exported list", subject: exportedScope("day-sheet", request) }
        : { action: "read day sheet", subject: subjectOfDays(request) },
  },
  handle: async (request, context) => {
    const { store, session, now } = context;
    const viewer = viewerOf(context);
    const { scope, practiceId } = await scopeOf(request, context);
    checkCode(scope.code);
    const sees = session.rights.has("people-figures") ? undefined : viewer.name;
    const narrowed = (["providerId", "payerId", "code", "person"] as const).find(
      (name) => scope[name] !== undefined,
    );
    // A sheet of all practices is not for those who see some.
    const mayReadKept = practiceId !== "" || viewer.practices.length === 0;
    if (request.asClosed === true) {
      if (narrowed !== undefined)
        throw invalidMember(
          "Empty",
          scope[narrowed] === "" ? "without" : narrowed,
          "The sheet of a closed day was kept as a whole, and of no part.",
        );
      const { from, to } = scope;
      const kept =
        mayReadKept && from === to ? await store.daySheets.closedSheets(from, practiceId) : undefined;
      if (kept === undefined) throw notClosed(mayReadKept);
      const sheet = readJson<KeptSheets>(kept)[scope.dateOf];
      const rows = sheet.rows.filter(({ by }) => !request.by || by === request.by);
      return shownTo(sees, { ...sheet, rows });
    }
    const at = now().getTime();
    const all = request.by ? [request.by] : sheetBy.options;
    const wanted = request.totalsOnly === true ? [] : all;
    const rowsOnly = request.rowsOnly === true;
    const sheet = await store.daySheets.sheet({ scope, practiceId, wanted, rowsOnly }, context.callerGone);
    const { clinic } = await store.clinic.read();
    const directory = await directoryNow(store.directory);
    const hasSheet = mayReadKept && narrowed === undefined && sheet.closing?.practiceId === practiceId;
    return shownTo(sees, daySheetOf(sheet, { scope, at, hasSheet, clinic, directory }));
  },
});
