import { csvOf } from "#room/billing/csv.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import type { Report, ReportName } from "#room/contract/schemas/report.ts";
import { dimensions, nameOf, reportLooks } from "./report-looks.ts";

/** A report as one table: a line for each row, and for each of its currencies. */
export function reportCsv(name: ReportName, { groups }: Report, names: DirectoryIndex): string {
  const { columns } = reportLooks[name];
  return csvOf([
    ["By", "Name", "ID", ...columns.map(({ head }) => head), "Currency"],
    ...groups.flatMap(({ by, rows }) =>
      rows.flatMap((row) =>
        (row.sums.length > 0 ? row.sums : [undefined]).map((sum) => [
          dimensions[by].head,
          nameOf(by, row, names),
          row.id,
          ...columns.map(({ value }) => value(row, sum)),
          sum?.currency ?? "",
        ]),
      ),
    ),
  ]);
}
