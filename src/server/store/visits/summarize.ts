import { type Kysely, sql } from "kysely";
import { type ClinicDays, dateOfDay } from "#room/billing/clinic-days.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import { ofPractices } from "#room/server/store/figures/figure-scope.ts";
import { readOneState } from "#room/server/store/caller-gone.ts";
import type { KeyedEngine, EngineKind } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { lastChange } from "./read-changes.ts";
import { readFilter } from "./read-filter.ts";
import { Tally, countDays, countStates, readDays } from "./visit-counts.ts";
import type { Viewer, VisitSummary } from "./visit-types.ts";

const maxReasons = 100;
const maxHeld = 2000;
const keptMs = 60_000;
const maxKept = 50;
/** The last day of each group of days waited. */
const ages = [
  ["0-1", 1],
  ["2-3", 3],
  ["4-7", 7],
  ["8+", Number.POSITIVE_INFINITY],
] as const;

type Practices = ReadonlySet<string> | undefined;

interface Group {
  name: string;
  currency: string;
  visits: number;
  minor: number;
}

/** How many there are and their amounts, by reason and by days of waiting: one look at the open visits. */
async function byReasonAndAge(
  db: Kysely<Tables>,
  practices: Practices,
  { open, now, days }: { readonly open: Tally; readonly now: number; readonly days: ClinicDays },
): Promise<Pick<VisitSummary, "byReason" | "byAge">> {
  const since = (most: number) =>
    Number.isFinite(most) ? days.startOf(dateOfDay(days.dayOf(now) - most)) : Number.MIN_SAFE_INTEGER;
  const ageColumns = ages.map(([, most], age) => {
    const [, before] = ages[age - 1] ?? [];
    const until = before === undefined ? sql`` : sql` and first_received_at < ${since(before)}`;
    const isOfAge = sql`filter (where first_received_at >= ${since(most)}${until})`;
    return sql`count(*) ${isOfAge} as ${sql.id(`visits${age}`)},
      coalesce(sum(amount_minor) ${isOfAge}, 0) as ${sql.id(`minor${age}`)}`;
  });
  const ageSums = ages.map(
    (_, age) => sql`select ${sql.lit(`${age}`)}, currency, 1, cast(sum(${sql.id(`visits${age}`)}) as bigint),
      cast(sum(${sql.id(`minor${age}`)}) as bigint) from found group by currency`,
  );
  const { rows } = await sql<Group & { is_age: number }>`with found as materialized (
      select reason, currency, count(*) as visits, sum(amount_minor) as minor, ${sql.join(ageColumns)}
      from open_visit where ${ofPractices(practices)} group by reason, currency)
    select * from (select reason as name, currency, 0 as is_age, visits, cast(minor as bigint) as minor
      from found order by minor desc, visits desc limit ${10 * maxReasons}) as reasons
    union all ${sql.join(ageSums, sql` union all `)}`.execute(db);
  const reasons = new Map<string, Tally>();
  const byAge = ages.map(() => new Tally());
  for (const { name, currency, visits, minor, is_age } of rows) {
    const tally = is_age === 1 ? byAge[Number(name)] : (reasons.get(name) ?? new Tally());
    tally?.addMany(currency, Number(visits), Number(minor));
    if (tally && is_age === 0) reasons.set(name, tally);
  }
  const largest = [...reasons].toSorted(([, a], [, b]) => b.largest - a.largest || b.total - a.total);
  const others = new Tally().merge(open);
  const named = largest.slice(0, maxReasons).map(([name, tally]) => {
    others.merge(tally, -1);
    return { name, ...tally.found() };
  });
  return {
    byReason: others.total > 0 ? [...named, { name: "…", ...others.found() }] : named,
    byAge: ages.map(([name], age) => ({ name, ...(byAge[age] ?? new Tally()).found() })),
  };
}

/** Instants, with the first but without the last. */
interface Span {
  readonly begin: number;
  readonly end: number;
}

/** When a visit was first charged: a correction moves `received_at`, but not this. */
const chargedAt = sql`case when corrections = 0 then received_at
  else (select min(created_at) from invoice where invoice.visit_id = visit.visit_id) end`;

const chargedWithin = ({ begin, end }: Span) =>
  sql`received_at >= ${begin} and ${chargedAt} >= ${begin} and ${chargedAt} < ${end}`;

/** The visits that were charged within a span after they had been held. */
const heldAndCharged = (span: Span) => sql`was_open = 1 and state = 'charged' and ${chargedWithin(span)}`;

/** SQLite would look at all that were charged: it cannot know how few were held. */
const heldVisits = (kind: EngineKind) =>
  kind === "sqlite" ? sql`visit indexed by visit_held_and_charged` : sql`visit`;

interface HeldScope extends Pick<KeyedEngine, "kind"> {
  readonly db: Kysely<Tables>;
  readonly span: Span;
  readonly practices: Practices;
}

async function medianWait({ db, kind, span, practices }: HeldScope) {
  const { rows } = await sql<{ wait: number }>`select wait from (
      select ${chargedAt} - first_received_at as wait, practice_id from ${heldVisits(kind)}
      where ${heldAndCharged(span)}
      order by received_at desc limit ${maxHeld}) as held where ${ofPractices(practices)} order by wait`.execute(
    db,
  );
  const waits = rows.map(({ wait }) => Number(wait));
  const middle = waits.length / 2;
  const high = waits[Math.floor(middle)];
  if (high === undefined) return undefined;
  return waits.length % 2 === 1 ? high : ((waits[middle - 1] ?? high) + high) / 2;
}

/** What became of the charges of a span: one voided since is among them. */
async function countCharged({ db, kind, span, practices }: HeldScope) {
  const { rows } = await sql<{ held: number; voided: number }>`select count(*) as held, 0 as voided
      from ${heldVisits(kind)} where ${heldAndCharged(span)} and ${ofPractices(practices)}
    union all select count(*) filter (where was_open = 1), count(*) from visit
      where state = 'voided' and ${chargedWithin(span)} and ${ofPractices(practices)}`.execute(db);
  const sumOf = (name: "held" | "voided") => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  return { chargedAfterHold: sumOf("held"), chargedThenVoided: sumOf("voided") };
}

/** The last change of a visit that is or was open: charges that need nobody change nothing else of a summary. */
async function lastOpenChange(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(change_number) as last from visit
    where was_open = 1`.execute(db);
  return Number(rows[0]?.last ?? 0);
}

/** What only visits that are or were open change. */
type OpenSummary = Omit<VisitSummary, "byState" | "perDay" | "changeNumber">;

/** Sums up the clinic's visits; what takes long is kept until an open visit changes, for a minute at most. */
export class VisitSummaries {
  readonly #engine: Pick<KeyedEngine, "overview" | "kind" | "days">;
  readonly #kept = new Map<string, Promise<OpenSummary>>();

  constructor(engine: Pick<KeyedEngine, "overview" | "kind" | "days">) {
    this.#engine = engine;
  }

  async summarize(
    request: { readonly practiceId: string; readonly firstDay: number; readonly lastDay: number },
    viewer: Pick<Viewer, "practices">,
    now: number,
  ): Promise<VisitSummary> {
    const { days } = this.#engine;
    const { practices } = readFilter({ practiceId: request.practiceId }, viewer, now, days);
    const startOf = (day: number) => days.startOf(dateOfDay(day));
    const span = { begin: startOf(request.firstDay), end: startOf(request.lastDay + 1) };
    return readOneState(this.#engine.overview, async (db) => {
      const changeNumber = await lastChange(db);
      const { counts } = await countStates(db, practices);
      const of = (name: string) => ({ name, ...(counts.get(name) ?? new Tally()).found() });
      const open = new Tally();
      for (const state of ["withheld", "refused"]) open.merge(counts.get(state) ?? new Tally());
      const key = JSON.stringify([
        await lastOpenChange(db),
        counts.get("voided")?.total,
        Math.floor(now / keptMs),
        request,
        practices && [...practices].toSorted(),
      ]);
      const held: HeldScope = { db, kind: this.#engine.kind, span, practices };
      const summary = await this.#keep(key, async () => ({
        ...(await byReasonAndAge(db, practices, { open, now, days })),
        medianMs: await medianWait(held),
        ...(await countCharged(held)),
      }));
      return {
        byState: visitState.options.map(of),
        ...summary,
        perDay: countDays(await readDays(db, request), request, practices),
        changeNumber,
      };
    });
  }

  async #keep(key: string, make: () => Promise<OpenSummary>): Promise<OpenSummary> {
    const known = this.#kept.get(key);
    if (known) return known;
    const made = make();
    this.#kept.set(key, made);
    made.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}
