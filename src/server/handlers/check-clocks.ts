import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { WrongSetting } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { clocksOf, directoryNow, ownClocks } from "./directory-now.ts";

const mostNamed = 5;

function daysNamed(days: readonly string[]): string {
  const named = days.slice(0, mostNamed).map((day) => showDate(day));
  const more = days.length - named.length;
  return new Intl.ListFormat("en").format([...named, ...(more > 0 ? [`${more} more`] : [])]);
}

/**
 * What a closed day has is what its kept sheet says: no other clock of a practice takes a charge from it, or adds one.
 * Returns for how many closed days that was looked at; undefined if no clock is changed.
 */
export async function checkPracticeClocks(
  { daySheets, directory, days: clinic }: Store,
  entries: readonly DirectoryEntry[],
  removed: readonly DirectoryKey[],
): Promise<number | undefined> {
  if (![...entries, ...removed].some(({ kind }) => kind === "practice")) return undefined;
  const now = await directoryNow(directory);
  const practices = new Map(
    now.entries.flatMap((each) => (each.kind === "practice" ? [[each.id, each]] : [])),
  );
  for (const { kind, id } of removed) if (kind === "practice") practices.delete(id);
  for (const each of entries) if (each.kind === "practice") practices.set(each.id, each);
  const [before, after] = [clocksOf(now), clocksOf(new DirectoryIndex([...practices.values()]))];
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const closed = await daySheets.countClosed();
  const days = await daySheets.closedDaysMoved({ clinic, own: before }, { clinic, own: after });
  if (days.length === 0) return closed;
  throw new Refusal(
    409,
    "ClosedDayMoved",
    `This would change a practice’s time zone, and move charges into or out of closed days: ${daysNamed(days)}. A closed day can’t be opened again, so the time zone stays. If it is wrong, add the practice under a new ID with the right one, and send new visits with that ID.`,
  );
}

/** The same of the clinic's clock, when a server starts by another. */
export async function checkClinicClock(
  { daySheets, directory, days: clinic }: Store,
  from: ClinicDays,
): Promise<void> {
  const own = await ownClocks(directory);
  const days = await daySheets.closedDaysMoved({ clinic: from, own }, { clinic, own });
  if (days.length === 0) return;
  throw new WrongSetting(
    `CLINIC_TIME_ZONE is ${clinic.timeZone}, by which charges would move into or out of closed days (${daysNamed(days)}): set it to ${from.timeZone}, by which they were closed.`,
  );
}
