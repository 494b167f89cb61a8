import { type Kysely, sql } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import { readFilter } from "./match-visits.ts";
import { keepWithin, SumsOfKinds } from "./filter-block.ts";
import type { Kind, Kinds } from "./kinds.ts";
import type { OpenNow } from "./open-visits.ts";
import { Search, type VisitCriteria } from "./search-visits.ts";
import { Tally } from "./tally.ts";
import type { VisitColumns } from "./visit-columns.ts";
import { countDays, countDone, readCounts } from "./visit-counts.ts";
import type { Viewer, VisitSummary } from "./visit-types.ts";

const dayMs = 86_400_000;
const maxReasons = 100;
const maxHeld = 2000;
const ages = [
  ["0-1", 1],
  ["2-3", 3],
  ["4-7", 7],
  ["8+", Number.POSITIVE_INFINITY],
] as const;

interface SummaryRequest {
  readonly practiceId: string;
  readonly firstDay: number;
  readonly lastDay: number;
}

function byText(
  { visits, minors }: Kinds,
  wanted: readonly Kind[],
  textOf: (kind: Kind) => string,
): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const kind of wanted) {
    const text = textOf(kind);
    const tally = tallies.get(text) ?? new Tally();
    tallies.set(text, tally);
    tally.addMany(kind.currency, visits[kind.number] ?? 0, minors[kind.number] ?? 0);
  }
  return tallies;
}

/** For each group by days of waiting, which are completed days. */
function byAge(columns: VisitColumns, criteria: VisitCriteria): VisitSummary["byAge"] {
  const search = new Search(columns, criteria);
  const sums = ages.map(() => new SumsOfKinds(columns.kinds.list));
  for (const block of columns.blocks) {
    const { first_received_at } = block.columns;
    for (const [age, [, most]] of ages.entries()) {
      const from = criteria.now - (most + 1) * dayMs + 1;
      const to = criteria.now - (ages[age - 1]?.[1] ?? -Infinity) * dayMs - dayMs;
      if (first_received_at.most < from || first_received_at.least > to) continue;
      sums[age]?.add(block, keepWithin(block, first_received_at, { from, to }, search.narrow(block)));
    }
  }
  return ages.map(([name], age) => {
    const tally = new Tally();
    for (const sum of sums[age]?.byCurrency() ?? []) tally.addMany(...sum);
    return { name, ...tally.found() };
  });
}

function groupsOf(
  columns: VisitColumns,
  criteria: VisitCriteria,
): Pick<VisitSummary, "byReason" | "byAge"> & { states: Map<string, Tally> } {
  const marks = new Search(columns, criteria).wanted;
  const wanted = columns.kinds.list.filter(({ number }) => marks[number] === -1);
  const reasons = byText(columns.kinds, wanted, (kind) => kind.reason);
  const largest = [...reasons].toSorted(([, a], [, b]) => b.largest - a.largest || b.total - a.total);
  const others = new Tally();
  for (const [, tally] of largest.slice(maxReasons)) others.merge(tally);
  const byReason = largest.slice(0, maxReasons).map(([name, tally]) => ({ name, ...tally.found() }));
  return {
    states: byText(columns.kinds, wanted, (kind) => kind.state),
    byReason: others.total > 0 ? [...byReason, { name: "…", ...others.found() }] : byReason,
    byAge: byAge(columns, criteria),
  };
}

/** From the first event to the charge, for the newest visits that were held before. */
async function medianWait(
  db: Kysely<Tables>,
  { firstDay, lastDay }: SummaryRequest,
  practices: ReadonlySet<string> | undefined,
) {
  const { rows } = await sql<{ wait: number; practice_id: string }>`
    select received_at - first_received_at as wait, practice_id from visit
    where was_open = 1 and state = 'charged'
      and received_at >= ${firstDay * dayMs} and received_at < ${(lastDay + 1) * dayMs}
    order by received_at desc limit ${maxHeld}`.execute(db);
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
  { db, open }: { db: Kysely<Tables>; open: OpenNow },
  request: SummaryRequest,
  viewer: Pick<Viewer, "practices">,
  now: number,
): Promise<VisitSummary> {
  const filter = readFilter({ practiceId: request.practiceId }, viewer, now);
  const { practices } = filter;
  const { states, byReason, byAge } = groupsOf(open.columns, { filter, now, named: new Set() });
  const [counts, medianMs] = await Promise.all([readCounts(db, request), medianWait(db, request, practices)]);
  const done = countDone(counts, practices);
  const openState = (name: string) => ({ name, ...(states.get(name) ?? new Tally()).found() });
  return {
    byState: [
      openState("withheld"),
      openState("refused"),
      { name: "charged", ...done.charged.found() },
      { name: "closed", ...done.closed.found() },
    ],
    byReason,
    byAge,
    perDay: countDays(counts, request, practices),
    medianMs,
    changeNumber: open.changeNumber,
  };
}
