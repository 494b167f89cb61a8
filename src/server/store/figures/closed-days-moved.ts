import { type Kysely, sql } from "kysely";
import { type ClinicDays, dateOfDay } from "#room/billing/clinic-days.ts";
import { readOneState } from "#room/server/store/caller-gone.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { dayOf, type OwnClock } from "./figure-scope.ts";

/** By which clocks the days of charges are told. */
export interface Clocks {
  readonly clinic: ClinicDays;
  readonly own: readonly OwnClock[];
}

const dayMs = 86_400_000;

/** The closed days to or from which other clocks would move what was charged or voided. */
export function closedDaysMoved(db: Kysely<Tables>, before: Clocks, after: Clocks): Promise<string[]> {
  return readOneState(db, async (state) => {
    const closed = await state.selectFrom("closed_day").select(["day", "practice_id"]).execute();
    if (closed.length === 0) return [];
    const known = new Set(closed.map(({ day, practice_id }) => `${day} ${practice_id}`));
    const acts = sql`select practice_id, created_at as done_at from invoice
      union all select practice_id, ended_at as done_at from invoice where ended_at is not null`;
    const { rows: bounds } = await sql<{ first: number | null; last: number | null }>`
      select min(done_at) as first, max(done_at) as last from (${acts}) as acts`.execute(state);
    const [first, last] = [Number(bounds[0]?.first ?? 0), Number(bounds[0]?.last ?? 0)];
    const dayBy = ({ clinic, own }: Clocks) => {
      const [from, to] = [clinic.dateOf(first - dayMs), clinic.dateOf(last + dayMs)];
      return dayOf("done_at", { from, to, clocks: own }, clinic);
    };
    const { rows } = await sql<{ practice_id: string; was: number; moved: number }>`
      select distinct practice_id, was, moved
      from (select practice_id, ${dayBy(before)} as was, ${dayBy(after)} as moved from (${acts}) as acts) as days
      where was <> moved`.execute(state);
    const days = rows.flatMap(({ practice_id, was, moved }) =>
      [was, moved]
        .map((each) => dateOfDay(Number(each)))
        .filter((day) => known.has(`${day} ${practice_id}`) || known.has(`${day} `)),
    );
    return [...new Set(days)].toSorted();
  });
}
