import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { WrongSetting } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { clocksOf, directoryNow, ownClocks } from "./directory-now.ts";

/** What a closed day has is what its kept sheet says: no other clock of a practice takes a charge from it, or adds one. */
export async function checkPracticeClocks(
  { daySheets, directory, days: clinic }: Store,
  entries: readonly DirectoryEntry[],
  removed: readonly DirectoryKey[],
): Promise<void> {
  if (![...entries, ...removed].some(({ kind }) => kind === "practice")) return;
  const now = await directoryNow(directory);
  const practices = new Map(
    now.entries.flatMap((each) => (each.kind === "practice" ? [[each.id, each]] : [])),
  );
  for (const { kind, id } of removed) if (kind === "practice") practices.delete(id);
  for (const each of entries) if (each.kind === "practice") practices.set(each.id, each);
  const [before, after] = [clocksOf(now), clocksOf(new DirectoryIndex([...practices.values()]))];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const day = await daySheets.closedDayMoved({ clinic, own: before }, { clinic, own: after });
  if (day === undefined) return;
  throw new Refusal(
    409,
    "ClosedDayMoved",
    `This would change a practice’s time zone, and move charges into or out of ${showDate(day)}, which is closed.`,
  );
}

/** The same of the clinic's clock, when a server starts by another. */
export async function checkClinicClock(
  { daySheets, directory, days: clinic }: Store,
  from: ClinicDays,
): Promise<void> {
  const own = await ownClocks(directory);
  const day = await daySheets.closedDayMoved({ clinic: from, own }, { clinic, own });
  if (day === undefined) return;
  throw new WrongSetting(
    `CLINIC_TIME_ZONE is ${clinic.timeZone}, by which charges would move into or out of ${day}, a day that is closed: set it to ${from.timeZone}, by which that day was closed.`,
  );
}
