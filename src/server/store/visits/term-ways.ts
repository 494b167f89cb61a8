import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import type { VisitMatch } from "#room/contract/schemas/visit.ts";
import type { EngineKind } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { type FoundByTerm, union } from "./read-term.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { VisitMatches } from "./visit-types.ts";
import type { SortColumn } from "./sort-visits.ts";

/** A part of a list that one index keeps in order: the open visits, or those of one other state. */
export type Part = "open" | "charged" | "voided" | "closed";

export interface Condition {
  readonly sql: RawBuilder<SqlBool>;
  /** The column by whose index visits that match are found. */
  readonly column?: SortColumn | "practice_id" | "visit_id";
  /** A query of their ids, possibly with others. */
  readonly ids?: RawBuilder<unknown>;
  /** Visits are counted by what it asks for. */
  readonly isCounted?: boolean;
}

interface TermWay {
  readonly match: VisitMatch;
  readonly sql: RawBuilder<unknown>;
}

export function says(kind: EngineKind, column: string, text: string): RawBuilder<SqlBool> {
  return kind === "postgres"
    ? sql`position(cast(${text} as text) in ${sql.ref(column)}) > 0`
    : sql`instr(${sql.ref(column)}, ${text}) > 0`;
}

/** All that a term asks of a visit of a part: one of it must be so. `among`: only these visits are asked about. */
function waysOf(kind: EngineKind, part: Part, found: FoundByTerm, among?: readonly string[]): TermWay[] {
  const { term, words, amount, named, most, code } = found;
  const { partyIds = [], practiceIds = [], people = [], serviceDates = [], states = [] } = term;
  const isOne = (match: VisitMatch, column: string, values: readonly (string | number)[]) =>
    values.length === 0 ? [] : [{ match, sql: sql`${sql.ref(column)} in (${sql.join(values)})` }];
  const narrowed = (ids: RawBuilder<unknown>) =>
    among ? sql`select visit_id from (${ids}) as every_one where visit_id in (${sql.join(among)})` : ids;
  const said = words.map((word) => says(kind, "reason_words", ` ${word}`));
  return [
    // First, since it costs least and often says enough.
    ...(part === "open" && said.length > 0
      ? [{ match: "reason" as const, sql: sql`(${sql.join(said, sql` and `)})` }]
      : []),
    ...named.map(({ match, ids }) => ({ match, sql: sql`visit_id in (${union([narrowed(ids)], most)})` })),
    ...(code ? [{ match: "words" as const, sql: code.noted }] : []),
    ...(code && (part === "charged" || part === "voided")
      ? [{ match: "code" as const, sql: code.billed }]
      : []),
    ...partyIds.flatMap((id) => [
      { match: "payer" as const, sql: says(kind, "payers", id) },
      { match: "provider" as const, sql: says(kind, "providers", id) },
    ]),
    ...isOne("practice", "practice_id", practiceIds),
    ...(people.length > 0 ? [{ match: "person" as const, sql: ofPeople(sql.join([...people])) }] : []),
    ...isOne("serviceDate", "service_date", serviceDates),
    ...(amount ? [{ match: "amount" as const, sql: amount }] : []),
    ...isOne("state", "state", states),
  ];
}

/** Who charged it, has it, or wrote a note on it. The columns inside are renamed, so that the visit's own are not taken for them. */
function ofPeople(names: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(taken_by in (${names})
    or exists (select 1 from (select invoice_number as of_invoice from invoice where created_by in (${names})) as made
      where made.of_invoice = invoice_number)
    or exists (select 1 from (select visit_id as of_visit from visit_note where written_by in (${names})) as noted
      where noted.of_visit = visit_id))`;
}

export function termOf(kind: EngineKind, part: Part, found: FoundByTerm): Condition {
  const ways = waysOf(kind, part, found).map((way) => way.sql);
  const isAnyOfPart = found.term.states?.some((state) => state === part);
  const condition = ways.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
  return { sql: condition, ...(!isAnyOfPart && { ids: found.ids }) };
}

const partOf = ({ state }: VisitTable): Part =>
  state === "withheld" || state === "refused" ? "open" : state;

/** What of each of these visits the terms found. */
export async function matchesOf(
  { db, kind }: { readonly db: Kysely<Tables>; readonly kind: EngineKind },
  visits: readonly VisitTable[],
  terms: readonly FoundByTerm[],
): Promise<VisitMatches[]> {
  if (terms.length === 0) return [];
  const found: VisitMatches[] = [];
  for (const part of new Set(visits.map(partOf))) {
    const ids = visits.filter((visit) => partOf(visit) === part).map(({ visit_id: id }) => id);
    const ways = terms.flatMap((term) => waysOf(kind, part, term, ids));
    if (ways.length === 0) continue;
    const tests = ways.map(
      (way, at) => sql`case when ${way.sql} then 1 else 0 end as ${sql.ref(`way_${at}`)}`,
    );
    const table = sql.table(part === "open" ? "open_visit" : "visit");
    const answer = await sql<Record<string, unknown>>`select visit_id, ${sql.join(tests)} from ${table}
      where visit_id in (${sql.join(ids)})`.execute(db);
    for (const row of answer.rows) {
      const matched = ways.flatMap(({ match }, at) => (Number(row[`way_${at}`]) === 1 ? match : []));
      found.push({ visitId: String(row["visit_id"]), matched: [...new Set(matched)] });
    }
  }
  return found;
}
