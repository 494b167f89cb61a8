import { operationQuery, useRead } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { DaySheet } from "#room/contract/schemas/day-sheet.ts";
import { practiceToday } from "#room/features/names/practice-today.ts";
import { QueueLink } from "#room/features/visits/overview/queue-link.tsx";
import { Table } from "#room/ui/table.tsx";
import { FigureCells, figureHeads, number, Section } from "./figure-table.tsx";
import { currencyIn, daysWords, requestOf, type SheetScope, viewOf } from "./sheet-scope.ts";

/** From the first day of the month or year to the last day of the sheet, or today if that is still to come. */
function toDate(scope: SheetScope, unit: "month" | "year"): SheetScope {
  const { kept: _kept, ...live } = scope;
  const today = practiceToday(scope.practice);
  const to = scope.from <= today && today < scope.to ? today : scope.to;
  return { ...live, to, from: `${to.slice(0, unit === "month" ? 7 : 4)}${unit === "month" ? "" : "-01"}-01` };
}

function useTotals(scope: SheetScope) {
  return useRead<ResponseOf<"getDaySheet">>(
    operationQuery("getDaySheet", { ...requestOf(scope), totalsOnly: true }),
  );
}

/** The totals of the days, with the month and the year to date beside them. */
export function TotalsTable({ sheet, scope }: { readonly sheet: DaySheet; readonly scope: SheetScope }) {
  const [month, year] = [toDate(scope, "month"), toDate(scope, "year")];
  const dates = [
    { name: "Month to date", scope: month, ...totalsOf(useTotals(month)) },
    { name: "Year to date", scope: year, ...totalsOf(useTotals(year)) },
  ];
  const days = { name: daysWords(scope), scope, totals: sheet.totals, none: "Nothing charged" };
  // A kept sheet says nothing of what came later.
  const hasBalance = sheet.totals.some(({ arAmount }) => arAmount);
  const rows = scope.kept ? [days] : [days, ...dates];
  return (
    <Section title="Totals" {...(hasBalance && { about: "Balance: charged less paid, as on the invoices." })}>
      <Table label="Totals" look="framed" heads={["Days", ...figureHeads.map(number)]}>
        {rows.flatMap(({ name, scope: of, totals, none }) =>
          totals.length === 0 ? (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td colSpan={7}>{none}</td>
            </tr>
          ) : (
            totals.map((total) => (
              <tr key={`${name} ${total.charged.currency}`}>
                <th scope="row">
                  <QueueLink view={viewOf(of, currencyIn(totals, total))}>{name}</QueueLink>
                </th>
                <FigureCells row={total} columns={7} />
              </tr>
            ))
          ),
        )}
      </Table>
    </Section>
  );
}

function totalsOf({ data, failure, isFetching }: ReturnType<typeof useTotals>) {
  const why = failure ? `Not added up: ${failure.title}` : isFetching ? "Adding up…" : "Stopped";
  const none = data ? "Nothing charged" : why;
  return { totals: data?.totals ?? [], none };
}
