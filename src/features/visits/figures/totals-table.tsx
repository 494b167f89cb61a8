import { operationQuery, useRead } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { DaySheet } from "#room/contract/schemas/day-sheet.ts";
import { QueueLink } from "#room/features/visits/overview/queue-link.tsx";
import { FigureCells, figureHeads, number, SheetTable } from "./figure-table.tsx";
import { currencyIn, daysWords, requestOf, type SheetScope, toDate, viewOf } from "./sheet-scope.ts";

function useTotals(scope: SheetScope) {
  return useRead<ResponseOf<"getDaySheet">>(
    operationQuery("getDaySheet", { ...requestOf(scope), totalsOnly: true }),
  );
}

/** The totals of the days, with the month and the year to date beside them. */
export function TotalsTable({ sheet, scope }: { readonly sheet: DaySheet; readonly scope: SheetScope }) {
  const [month, year] = toDate(scope);
  const dates = [
    { ...month, ...totalsOf(useTotals(month.scope)) },
    { ...year, ...totalsOf(useTotals(year.scope)) },
  ];
  const days = { name: daysWords(scope), scope, totals: sheet.totals, none: "Nothing charged" };
  // A kept sheet says nothing of what came later.
  const hasBalance = sheet.totals.some(({ arAmount }) => arAmount);
  const rows = scope.kept ? [days] : [days, ...dates];
  return (
    <SheetTable
      title="Totals"
      about={hasBalance ? "Balance: charged less paid, as on the invoices." : ""}
      heads={["Days", ...figureHeads.map(number)]}
    >
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
    </SheetTable>
  );
}

function totalsOf({ data, failure, isFetching }: ReturnType<typeof useTotals>) {
  const why = failure ? `Not added up: ${failure.title}` : isFetching ? "Adding up…" : "Stopped";
  const none = data ? "Nothing charged" : why;
  return { totals: data?.totals ?? [], none };
}
