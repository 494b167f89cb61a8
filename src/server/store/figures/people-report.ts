import { type RawBuilder, sql } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { Tally } from "#room/server/store/visits/visit-counts.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { StoredText } from "#room/server/vault/stored-text.ts";
import { type FigureScope, ofInvoice, onDays } from "./figure-scope.ts";
import { largestFirst, ofScope, type Reported, type ReportParts } from "./report-parts.ts";

const dayMs = 86_400_000;

/** Who charged, corrected, noted or did something with which visits: `person` and `visit_id`, each pair once. */
export function workOf(scope: FigureScope, clinic: ClinicDays): RawBuilder<unknown> {
  const acts = (table: "visit_deed" | "visit_note", by: string, at: string) => sql`
    select ${sql.ref(by)} as person, visit.visit_id from ${sql.table(table)} as act
      join visit on visit.visit_id = act.visit_id
      where ${scope.person === undefined ? sql`${sql.ref(by)} is not null` : sql`${sql.ref(by)} = ${scope.person}`}
        and ${onDays(at, scope, clinic)} and ${ofScope(scope)}`;
  return sql`${acts("visit_deed", "done_by", "at")} union ${acts("visit_note", "written_by", "written_at")}
    union select created_by, visit_id from invoice
      where created_by is not null and ${ofInvoice(scope, clinic, "any")}`;
}

async function workedBy({ db, scope, clinic }: ReportParts): Promise<Map<string, number>> {
  const { rows } = await sql<{ person: string; visits: number }>`select person, count(*) as visits
    from (${workOf(scope, clinic)}) as worked group by person`.execute(db);
  return new Map(rows.map(({ person, visits }) => [person, Number(visits)]));
}

interface Hold {
  readonly visit_id: string;
  readonly at: number;
  readonly person: string;
  /** Whom it was assigned to; null: the person took it. */
  readonly detail: StoredText | null;
  readonly held: number;
}

/** How long people had the visits that they took on these days: until these were let go or charged, or the time ran out. */
async function heldBy({ db, scope, clinic, vault, now }: ReportParts): Promise<Map<string, number>> {
  // Practices have clocks of their own, and what was taken at night is let go on another day.
  const [begin, end] = [clinic.startOf(scope.from) - dayMs, clinic.startOf(scope.to) + 3 * dayMs];
  const { rows } = await sql<Hold>`with deeds as (
      select visit_id, at, done_by, deed, detail,
        lead(at) over (partition by visit_id order by deed_id) as next_at
      from visit_deed where at >= ${begin} and at < ${end}),
    taken as materialized (select deeds.*, taken_by, taken_until,
        (select min(created_at) from invoice where invoice.visit_id = deeds.visit_id and created_at >= deeds.at)
          as charged_at
      from deeds join visit on visit.visit_id = deeds.visit_id
      where deed in ('taken', 'taken over', 'assigned') and ${onDays("at", scope, clinic)} and ${ofScope(scope)}),
    holds as (select visit_id, at, done_by, deed, detail, case
        when charged_at < coalesce(next_at, charged_at + 1) then charged_at
        when next_at is not null then next_at
        when taken_by is null then at
        when taken_until < ${now} then taken_until else ${now} end - at as held from taken)
    select '' as visit_id, 0 as at, done_by as person, null as detail, cast(sum(held) as bigint) as held
      from holds where deed <> 'assigned' group by done_by
    union all select visit_id, at, done_by, detail, held from holds where deed = 'assigned'`.execute(db);
  const found = new Map<string, number>();
  for (const { visit_id, at, person, detail, held } of rows) {
    const given = { visit_id, at: Number(at), deed: "assigned" as const };
    const holder = visit_id === "" ? person : await vault.text(associatedData.actionDetail(given), detail);
    if (holder) found.set(holder, (found.get(holder) ?? 0) + Number(held));
  }
  return found;
}

/** What people did on these days. */
export async function people(parts: ReportParts): Promise<Reported[]> {
  const [worked, held] = [await workedBy(parts), await heldBy(parts)];
  const figures = [...new Set([...worked.keys(), ...held.keys()])].map((id) => ({
    id,
    tally: new Tally().addMany("", worked.get(id) ?? 0, 0),
    msHeld: held.get(id) ?? 0,
  }));
  return [{ by: "person", figures: largestFirst(figures) }];
}
