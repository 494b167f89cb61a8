import type { ReportName } from "#room/contract/schemas/report.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { readOneState, readUntil } from "#room/server/store/caller-gone.ts";
import { average, daysToCharge, firstPass, officeVisits } from "./charge-reports.ts";
import type { FigureScope } from "./figure-scope.ts";
import { aging, findings, withheld } from "./held-reports.ts";
import { people } from "./people-report.ts";
import type { Reported, ReportParts } from "./report-parts.ts";

const reports: Readonly<Record<ReportName, (parts: ReportParts) => Promise<readonly Reported[]>>> = {
  "first-pass": firstPass,
  withheld,
  findings,
  aging,
  "days-to-charge": daysToCharge,
  average,
  "office-visits": officeVisits,
  people,
};

export function createReports({
  overview,
  days: clinic,
  vault,
}: Pick<KeyedEngine, "overview" | "days" | "vault">) {
  return async (
    name: ReportName,
    scope: FigureScope,
    now: number,
    callerGone?: AbortSignal,
  ): Promise<readonly Reported[]> =>
    readUntil(callerGone, async () =>
      readOneState(overview, (db) => reports[name]({ db, scope, clinic, vault, now })),
    );
}
