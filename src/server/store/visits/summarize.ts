import { type Kysely, sql } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { DoneVisits } from "./done-visits.ts";
import { readFilter, type ReadFilter } from "./match-visits.ts";
import type { OpenColumns, SharedColumn } from "./open-columns.ts";
import type { OpenNow } from "./open-visits.ts";
import { placesOf } from "./search-open.ts";
import { Tally } from "./tally.ts";
import type { Asker, VisitSummary } from "./visit-types.ts";

const dayMs = 86_400_000;
const mostReasons = 100;
const mostHeld = 2000;
const ages = [
  ["0-1", 1],
  ["2-3", 3],
  ["4-7", 7],
  ["8+", Number.POSITIVE_INFINITY],
] as const;

interface Asked {
  readonly practiceId: string;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** How many are in each group, and what they come to, all in one pass. */
function talliesOf(
  columns: OpenColumns,
  places: Int32Array,
  groups: number,
  groupOf: (place: number) => number,
): Tally[] {
  const { numbers, texts } = columns.shared("currency");
  const minor = columns.numbers("amount_minor");
  const counts = new Float64Array(groups * texts.length);
  const sums = new Float64Array(groups * texts.length);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const at = groupOf(place) * texts.length + (numbers[place] ?? 0);
    counts[at] = (counts[at] ?? 0) + 1;
    sums[at] = (sums[at] ?? 0) + (minor[place] ?? 0);
  }
  return Array.from({ length: groups }, (_, group) => {
    const tally = new Tally();
    for (const [number, currency] of texts.entries()) {
      const at = group * texts.length + number;
      tally.addMany(currency, counts[at] ?? 0, sums[at] ?? 0);
    }
    return tally;
  });
}

function byText(columns: OpenColumns, places: Int32Array, column: SharedColumn): Map<string, Tally> {
  const { numbers, texts } = columns.shared(column);
  const tallies = talliesOf(columns, places, texts.length, (place) => numbers[place] ?? 0);
  return new Map(
    tallies.flatMap((tally, number) => (tally.total === 0 ? [] : [[texts[number] ?? "", tally]])),
  );
}

function groupsOf(
  columns: OpenColumns,
  filter: ReadFilter,
  now: number,
): Pick<VisitSummary, "byReason" | "byAge"> & { states: Map<string, Tally> } {
  const places = placesOf(columns, { filter, now, named: new Set() });
  const firsts = columns.numbers("first_received_at");
  // Of whole days that are over.
  const since = ages.map(([, most]) => now - (most + 1) * dayMs);
  const ageOf = (place: number) => {
    const first = firsts[place] ?? 0;
    let age = 0;
    while (first <= (since[age] ?? 0)) age += 1;
    return age;
  };
  const byAge = talliesOf(columns, places, ages.length, ageOf);
  const reasons = byText(columns, places, "reason");
  const largest = [...reasons].toSorted(([, a], [, b]) => b.largest - a.largest || b.total - a.total);
  const others = new Tally();
  for (const [, tally] of largest.slice(mostReasons)) others.merge(tally);
  const byReason = largest.slice(0, mostReasons).map(([name, tally]) => ({ name, ...tally.found() }));
  return {
    states: byText(columns, places, "state"),
    byReason: others.total > 0 ? [...byReason, { name: "…", ...others.found() }] : byReason,
    byAge: ages.map(([name], at) => ({ name, ...(byAge[at] ?? new Tally()).found() })),
  };
}

async function perDay(
  db: Kysely<Tables>,
  { firstDay, lastDay }: Asked,
  practices: ReadonlySet<string> | undefined,
) {
  const days = Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, index) => ({
    day: firstDay + index,
    charged: 0,
    withheld: 0,
    refused: 0,
  }));
  const rows = await db
    .selectFrom("visit_count")
    .select(["name", "practice_id", "visits"])
    .where("name", ">=", `day:${firstDay}:`)
    .where("name", "<", `day:${lastDay}:~`)
    .execute();
  for (const { name, practice_id, visits } of rows) {
    const [, day, outcome] = name.split(":");
    const of = days[Number(day) - firstDay];
    if (!of || practices?.has(practice_id) === false) continue;
    if (outcome === "charged" || outcome === "withheld" || outcome === "refused") of[outcome] += visits;
  }
  return days;
}

/** From the first event to the charge, of the newest visits that were held before. */
async function medianWait(
  db: Kysely<Tables>,
  { firstDay, lastDay }: Asked,
  practices: ReadonlySet<string> | undefined,
) {
  const { rows } = await sql<{ wait: number; practice_id: string }>`
    select received_at - first_received_at as wait, practice_id from visit
    where was_open = 1 and state = 'charged'
      and received_at >= ${firstDay * dayMs} and received_at < ${(lastDay + 1) * dayMs}
    order by received_at desc limit ${mostHeld}`.execute(db);
  const waits = rows
    .filter(({ practice_id }) => practices?.has(practice_id) !== false)
    .map(({ wait }) => Number(wait))
    .toSorted((a, b) => a - b);
  const middle = waits.length / 2;
  const high = waits[Math.floor(middle)];
  if (high === undefined) return undefined;
  return waits.length % 2 === 1 ? high : ((waits[middle - 1] ?? high) + high) / 2;
}

export async function summarizeVisits(
  { db, open, done }: { db: Kysely<Tables>; open: OpenNow; done: DoneVisits },
  asked: Asked,
  asker: Pick<Asker, "practices">,
  now: number,
): Promise<VisitSummary> {
  const filter = readFilter({ practiceId: asked.practiceId }, asker, now);
  const { practices } = filter;
  const { states, byReason, byAge } = groupsOf(open.columns, filter, now);
  const openState = (name: string) => ({ name, ...(states.get(name) ?? new Tally()).found() });
  return {
    byState: [
      openState("withheld"),
      openState("refused"),
      { name: "charged", ...(await done.countOfAll("charged", filter)) },
      { name: "closed", ...(await done.countOfAll("closed", filter)) },
    ],
    byReason,
    byAge,
    perDay: await perDay(db, asked, practices),
    medianMs: await medianWait(db, asked, practices),
    changeNumber: open.changeNumber,
  };
}
