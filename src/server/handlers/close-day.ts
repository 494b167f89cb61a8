import { ClinicDays } from "#room/billing/clinic-days.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { entryOf } from "#room/server/audit/with-entry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { concernsAll, invalidMember, Refusal } from "#room/server/http/refusal.ts";
import { ChangedSince } from "#room/server/store/changed-since.ts";
import { directoryNow } from "./directory-now.ts";
import { daySheetOf, scopeOf } from "./day-sheet-answer.ts";
import { viewerOf, wireInstant } from "./visit-answer.ts";

function dayChanged(): Refusal {
  return new Refusal(
    409,
    "DayChanged",
    "The figures of this day changed after you looked at them. Nothing was closed: look at the day sheet again.",
  );
}

export const closeDay = defineHandler("closeDay", {
  // Written in the transaction that closes it.
  audit: "by-handler",
  handle: async ({ day, practiceId: asked, figuresMark: seen, dateOf: seenBy }, context) => {
    const { store, now } = context;
    const viewer = viewerOf(context);
    if (calendarDateOf(day) === undefined) throw invalidMember("NotEmpty", "day", "A day must be given.");
    const request = { from: day, to: day, practiceId: asked };
    const version = await store.directory.version();
    const scopes = {
      charge: await scopeOf({ ...request, dateOf: "charge" }, context),
      service: await scopeOf({ ...request, dateOf: "service" }, context),
    };
    const { scope, practiceId } = scopes.charge;
    if (practiceId === "" && viewer.practices.length > 0) throw concernsAll();
    const at = now().getTime();
    const { clinic } = await store.clinic.read();
    const directory = await directoryNow(store.directory);
    const own = scope.clocks.filter(
      ({ practiceIds }) => practiceIds.length > 0 && (practiceId === "" || practiceIds.includes(practiceId)),
    );
    const clocks = own.map(({ timeZone }) => new ClinicDays(timeZone));
    if (practiceId === "" || clocks.length === 0) clocks.push(store.days);
    if (clocks.some((clock) => scope.from > clock.dateOf(at)))
      throw invalidMember(
        "InclusiveBetween",
        "day",
        "That day has not begun. Only today and days before it can be closed.",
      );
    const entry = entryOf(context, "closed day", `day:${day}${asked ? `/practice:${asked}` : ""}`);
    const closed = store.daySheets.close(
      { day: scope.from, practiceId, by: viewer.name, now: at, entry, directory: version },
      async (sheet, by) => {
        const kept = async (dateOf: "charge" | "service") => {
          const made = await sheet({ ...scopes[dateOf], wanted: sheetBy.options });
          const shown = {
            scope: scopes[dateOf].scope,
            at,
            hasSheet: true,
            clinic,
            directory,
          };
          return daySheetOf({ ...made, closing: by }, shown);
        };
        const sheets = { charge: await kept("charge"), service: await kept("service") };
        if (typeof seen === "string" && seen !== sheets[seenBy ?? "charge"].figuresMark) throw dayChanged();
        return JSON.stringify(sheets);
      },
    );
    const closing = await closed.catch((error: unknown) => {
      throw error instanceof ChangedSince ? dayChanged() : error;
    });
    return { at: wireInstant(closing.at), by: closing.by };
  },
});
