import type { Kysely } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import type { ReportGroup } from "#room/contract/schemas/report.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { Tally } from "#room/server/store/visits/visit-counts.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import { type FigureScope, ofPractices } from "./figure-scope.ts";

export interface ReportFigure {
  readonly id: string;
  readonly tally: Tally;
  /** How many visits there are, of which these are some. */
  readonly outOf?: number;
  /** The code that the visits of `id` are of. */
  readonly code?: string;
  /** The days that the visits of this row came on: ever since, or from then on, if only one is given. */
  readonly days?: { readonly from?: string; readonly to?: string };
  /** Whole days from service to charge. */
  readonly delay?: { readonly median: number; readonly ninetieth: number };
  readonly msHeld?: number;
}

export interface Reported {
  readonly by: ReportGroup["by"];
  /** In the order of the report. */
  readonly figures: readonly ReportFigure[];
}

export interface ReportParts {
  readonly db: Kysely<Tables>;
  readonly scope: FigureScope;
  readonly clinic: ClinicDays;
  readonly vault: Vault;
  readonly now: number;
}

/** A sum in one currency. */
export interface Summed {
  readonly id: string;
  readonly currency: string;
  readonly visits: number;
  readonly minor: number;
}

const bySize = (a: ReportFigure, b: ReportFigure) => b.tally.total - a.tally.total || (a.id < b.id ? -1 : 1);

export function largestFirst<Figure extends ReportFigure>(figures: readonly Figure[]): Figure[] {
  return figures.toSorted(bySize);
}

/** Figures by what the sums are of, largest first. A sum may count for several. */
export function figuresOf<Row extends Omit<Summed, "id">>(
  rows: readonly Row[],
  idsOf: (row: Row) => string | readonly string[],
): ReportFigure[] {
  const found = new Map<string, ReportFigure>();
  for (const row of rows)
    for (const id of [idsOf(row)].flat()) {
      const figure = found.get(id) ?? { id, tally: new Tally() };
      found.set(id, figure);
      figure.tally.addMany(row.currency, Number(row.visits), Number(row.minor));
    }
  return largestFirst([...found.values()]);
}

export const ofScope = ({ practices }: FigureScope) => ofPractices(practices);
