import type { ComponentProps } from "react";
import { moneyText } from "#room/billing/money-text.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import type { DaySheet, FigureSums } from "#room/contract/schemas/day-sheet.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { QueueLink } from "#room/features/visits/overview/queue-link.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./figures.module.css";
import { leftOut } from "./sheet-scope.ts";

export const amountText = (amount: Money | null | undefined) => (amount ? moneyText(amount) : "–");
export const number = (name: string) => ({ name, isNumber: true });

export const figureHeads = [
  "Visits",
  "Lines",
  "Units",
  "Charged",
  "Corrected or void",
  "Paid",
  "Balance",
] as const;

/** The cells of a row of figures; columns that none of its table has are left out. */
export function FigureCells({ row, columns }: { readonly row: FigureSums; readonly columns: number }) {
  const cells = [
    formatCount(row.visits),
    formatCount(row.lines),
    row.units.toLocaleString(undefined, { maximumFractionDigits: 3 }),
    amountText(row.charged),
    row.corrected.amount === 0 ? "–" : amountText(row.corrected),
    amountText(row.paid),
    amountText(row.arAmount),
  ];
  return cells.slice(0, columns).map((cell, index) => (
    <td key={figureHeads[index]} className={table.number}>
      {cell}
    </td>
  ));
}

interface SheetTableProps extends Pick<ComponentProps<typeof Table>, "heads" | "className" | "children"> {
  readonly title: string;
  readonly about?: string;
  /** Said below it. */
  readonly foot?: string | undefined;
}

/** A part of the sheet. */
export function SheetTable({ title, about, foot, ...of }: SheetTableProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {about ? <p className={styles.about}>{about}</p> : null}
      <Table {...of} label={title} look="framed" />
      {foot ? <p>{foot}</p> : null}
    </section>
  );
}

type FigureRow = DaySheet["rows"][number];

export interface FigureTableProps {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly FigureRow[];
  readonly nameOf: (row: FigureRow) => string;
  /** Its amounts are of some lines of the visits. */
  readonly isOfLines: boolean;
  /** Undefined: the list cannot show just these. */
  readonly viewOf: (row: FigureRow) => Partial<ClinicSearch> | undefined;
}

/** Figures by whom or what; each row opens its visits. */
export function FigureTable({ title, head, rows, nameOf, isOfLines, viewOf }: FigureTableProps) {
  if (rows.length === 0) return null;
  const about = [isOfLines ? "Amounts are of its lines, not of whole visits." : "", leftOut(rows)]
    .filter(Boolean)
    .join(" ");
  const columns = rows.some(({ arAmount }) => arAmount) ? 7 : rows.some(({ paid }) => paid) ? 6 : 5;
  return (
    <SheetTable title={title} about={about} heads={[head, ...figureHeads.slice(0, columns).map(number)]}>
      {rows.map((row) => (
        <tr key={`${row.id} ${row.charged.currency}`}>
          <th scope="row">
            <QueueLink view={viewOf(row)}>{nameOf(row)}</QueueLink>
          </th>
          <FigureCells row={row} columns={columns} />
        </tr>
      ))}
    </SheetTable>
  );
}
