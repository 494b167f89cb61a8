import { capital } from "#room/billing/capital.ts";
import { csvOf, type CsvRow } from "#room/billing/csv.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import { type DaySheet, type FigureSums, sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { lateActs, whatWords } from "./late-words.ts";
import { leftOut, sheetTables } from "./sheet-scope.ts";

function figureCells(section: string, { id = "", name = "" }, row: FigureSums): CsvRow {
  const { visits, lines, units, charged, corrected, paid, arAmount } = row;
  return [section, name, id, visits, lines, units, charged.currency, charged, corrected, paid, arAmount];
}

/** A sum without lines: of payments, or of what is not charged. */
function sumCells(
  section: string,
  { id = "", name = "", count = 1 },
  { charged, ended, paid }: Readonly<Partial<Record<"charged" | "ended" | "paid", Money | undefined>>>,
): CsvRow {
  const { currency = "" } = charged ?? ended ?? paid ?? {};
  return [section, name, id, count, "", "", currency, charged, ended, paid, ""];
}

/** The totals of the month or the year to date. */
export interface TotalsToDate {
  readonly name: string;
  readonly totals: readonly FigureSums[];
}

/** A day sheet as one table, a line for each figure. */
export function sheetCsv(sheet: DaySheet, toDate: readonly TotalsToDate[] = []): string {
  const { totals, rows, payments, uncharged, ended } = sheet;
  return csvOf([
    [
      "Section",
      "Name",
      "ID",
      "Visits",
      "Lines",
      "Units",
      "Currency",
      "Charged",
      "Corrected or void",
      "Paid",
      "Balance",
      "When (UTC)",
      "By",
    ],
    ...totals.map((row) => figureCells("Total", {}, row)),
    ...toDate.flatMap(({ name, totals: sums }) => sums.map((row) => figureCells("Total", { name }, row))),
    ...sheetBy.options.flatMap((by) => {
      const some = rows.filter((row) => row.by === by);
      const { head, none } = sheetTables[by];
      const note = leftOut(some);
      return [
        ...some.map((row) => figureCells(head, { id: row.id, name: row.name || none }, row)),
        ...(note === undefined ? [] : [[head, note]]),
      ];
    }),
    ...payments.map(({ paymentType, paymentCategory, count, amount }) => {
      const name = [paymentType, paymentCategory].filter(Boolean).join(", ");
      return sumCells("Payments", { name, count }, { paid: amount });
    }),
    ...(uncharged ?? []).flatMap(({ state, reason, group: { count, sums } }) =>
      (sums.length > 0 ? sums : [undefined]).map((charged) =>
        sumCells(`Not charged: ${state}`, { name: reason, count }, { charged }),
      ),
    ),
    ...(ended ?? []).map(({ what, count, amount }) => sumCells(capital(what), { count }, { ended: amount })),
    ...lateActs(sheet).map(({ invoice: { invoiceNumber, visitId, charged, paid }, what, at, by }) => {
      const of = { name: `Invoice ${invoiceNumber}`, id: visitId };
      const amounts = what === "charged" ? { charged } : { ended: charged };
      const section = `After closing: ${whatWords[what].toLowerCase()}`;
      const cells = sumCells(section, of, { ...amounts, paid: paid ?? undefined });
      return [...cells, at ?? "", by ? shownCaller(by) : ""];
    }),
  ]);
}
