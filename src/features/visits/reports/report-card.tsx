import { callOperation } from "#room/api/call-operation.ts";
import { useQueries, type UseQueryOptions } from "@tanstack/react-query";
import { failureOf, operationQuery, useRead } from "#room/api/operation-query.ts";
import type { FailureWords } from "#room/api/describe-failure.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { mostFigureRows } from "#room/contract/schemas/day-sheet.ts";
import {
  type Report,
  type ReportGroup,
  type ReportName,
  type ReportRow,
  reportName,
} from "#room/contract/schemas/report.ts";
import { saveExport, useFileExport } from "#room/features/parts/file-export.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { drawBars } from "#room/features/visits/overview/bar-rows.tsx";
import { ChartCard, EmptyCard } from "#room/features/visits/overview/chart-card.tsx";
import { QueueLink } from "#room/features/visits/overview/queue-link.tsx";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { reportCsv } from "./report-csv.ts";
import { dimensions, nameOf, noFigure, reportLooks } from "./report-looks.ts";
import type { ReportScope } from "./report-scope.ts";
import styles from "./reports.module.css";

/** Rows that a picture shows: the table has them all. */
const drawn = 8;

interface ReportProps {
  readonly name: ReportName;
  readonly scope: ReportScope;
}

function requestOf(name: ReportName, { from, to, practice }: ReportScope): RequestOf<"getReport"> {
  return { report: name, from, to, ...(practice && { practiceId: practice }) };
}

function queryOf(name: ReportName, scope: ReportScope): UseQueryOptions<Report> {
  return operationQuery("getReport", requestOf(name, scope));
}

export interface SharedFailure {
  readonly failure: FailureWords;
  readonly of: readonly ReportName[];
  readonly retry: () => void;
}

/** What keeps several reports from being added up, such as the service being away. */
export function useSharedFailures(scope: ReportScope): readonly SharedFailure[] {
  const reads = useQueries({ queries: reportName.options.map((name) => queryOf(name, scope)) });
  const failed = reads.flatMap(({ error, refetch }, index) => {
    const failure = failureOf({ error });
    return failure ? [{ failure, refetch, of: reportName.options.slice(index, index + 1) }] : [];
  });
  return [...new Set(failed.map(({ failure }) => failure.title))].flatMap((title) => {
    const alike = failed.filter(({ failure }) => failure.title === title);
    const [first, ...others] = alike;
    if (!first || others.length === 0) return [];
    const retry = () => {
      for (const { refetch } of alike) void refetch();
    };
    return [{ failure: first.failure, of: alike.flatMap(({ of }) => of), retry }];
  });
}

interface CardProps extends ReportProps {
  /** Why it fails is told for several at once. */
  readonly isTold: boolean;
}

export function ReportCard({ name, scope, isTold }: CardProps) {
  const { title } = reportLooks[name];
  const read = useRead(queryOf(name, scope));
  if (!read.data && (isTold || (!read.failure && !read.isFetching)))
    return (
      <EmptyCard title={title}>
        {isTold ? "Not added up." : "Stopped, not added up."}{" "}
        <Button size="small" aria-label={`Add up: ${title}`} onClick={read.onRetry}>
          Add up
        </Button>
      </EmptyCard>
    );
  return (
    <section className={styles.report} aria-label={title}>
      <Fetched
        {...read}
        failure={isTold ? undefined : read.failure}
        loading={`Adding up: ${title.toLowerCase()}…`}
      >
        {(report) => <Charts name={name} scope={scope} report={report} />}
      </Fetched>
    </section>
  );
}

function Charts({ name, scope, report }: ReportProps & { readonly report: Report }) {
  const { title, about } = reportLooks[name];
  const save = <SaveReport name={name} scope={scope} />;
  return report.groups.map((group, index) => (
    <GroupOfReport
      key={group.by}
      name={name}
      scope={scope}
      group={group}
      title={index === 0 ? title : `${title} by ${dimensions[group.by].head.toLowerCase()}`}
      about={index === 0 ? about : ""}
      actions={index === 0 ? save : null}
    />
  ));
}

interface GroupProps extends ReportProps {
  readonly group: ReportGroup;
  readonly title: string;
  readonly about: string;
  readonly actions: React.ReactNode;
}

function GroupOfReport({ name, scope, group: { by, rows }, ...card }: GroupProps) {
  const names = useNames();
  if (rows.length === 0) return <EmptyCard title={card.title}>Nothing on these days.</EmptyCard>;
  const { columns: all, bar, viewOf } = reportLooks[name];
  const { head } = dimensions[by];
  const columns = all.filter(({ text }) => rows.some((row) => text(row) !== noFigure));
  const nameOfRow = (row: ReportRow) => nameOf(by, row, names);
  const isOneCurrency = new Set(rows.flatMap(({ sums }) => sums.map(({ currency }) => currency))).size < 2;
  const visitsOf = (row: ReportRow) => {
    const view = viewOf(by, row, scope);
    return view && isOneCurrency ? { ...view, currency: "" } : view;
  };
  const isOfWhole = bar.isShare === true && rows.every(({ outOf }) => outOf);
  const bars = rows.slice(0, drawn).map((row) => ({
    key: keyOf(row),
    name: nameOfRow(row),
    value: bar.value(row),
    size: bar.size(row),
    view: visitsOf(row),
  }));
  return (
    <ChartCard
      {...card}
      about={rows.length < mostFigureRows ? card.about : `${card.about} The first ${mostFigureRows} only.`}
      isTableOpen
      draw={drawBars(bars, isOfWhole ? 1 : undefined)}
      head={[head, ...columns.map((column) => ({ name: column.head, isNumber: true as const }))]}
      rows={rows.map((row) => ({
        key: keyOf(row),
        cells: [
          <QueueLink key="link" view={row.visits > 0 ? visitsOf(row) : undefined}>
            {nameOfRow(row)}
          </QueueLink>,
          ...columns.map(({ text }) => text(row)),
        ],
      }))}
    />
  );
}

const keyOf = ({ id, code, sums }: ReportRow) =>
  `${id} ${code ?? ""} ${sums.map(({ currency }) => currency).join(" ")}`;

/** Saves a report as CSV; the audit log says so. */
function SaveReport({ name, scope }: ReportProps) {
  const names = useNames();
  const isRunning = useFileExport() !== undefined;
  const { title } = reportLooks[name];
  const save = () =>
    void saveExport(`${name}-${scope.from}-to-${scope.to}.csv`, async (signal) => {
      const request = { ...requestOf(name, scope), isExport: true };
      const report = await callOperation("getReport", request, { signal });
      return { blob: new Blob([reportCsv(name, report, names)], { type: "text/csv" }), has: title };
    });
  return (
    <Button size="small" disabled={isRunning} aria-label={`Export CSV: ${title}`} onClick={save}>
      Export CSV
    </Button>
  );
}
