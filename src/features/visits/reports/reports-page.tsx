import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { serviceNow } from "#room/api/service-clock.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { showDates } from "#room/billing/show-date.ts";
import { reportName } from "#room/contract/schemas/report.ts";
import { ExportProgress, useFileExport } from "#room/features/parts/file-export.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { daysOfPractice } from "#room/features/names/clinic-days.ts";
import { DayFields, NamedSelect } from "#room/features/visits/figures/figure-fields.tsx";
import { FiguresNav } from "#room/features/visits/figures/figures-nav.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { FailedRead } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { Select } from "#room/ui/select.tsx";
import { ReportCard, useSharedFailures } from "./report-card.tsx";
import { type ReportScope, reportScope } from "./report-scope.ts";
import styles from "./reports.module.css";
import { reportsSearch } from "./reports-search.ts";

const spans = [
  ["", "This month"],
  ["last-month", "Last month"],
  ["quarter", "This quarter"],
  ["year", "This year"],
  ["chosen", "Chosen dates"],
] as const;

const route = getRouteApi("/console/figures/reports");

/** What managers ask for every month. */
export function ReportsPage() {
  const has = useServiceConfig().extensions.includes("getReport");
  const exporting = useFileExport();
  const search = route.useSearch();
  const names = useNames();
  const [now] = useState(serviceNow);
  const scope = reportScope(search, daysOfPractice(names, search.practice).dateOf(now));
  return (
    <Page
      title="Reports"
      actions={
        <>
          <FiguresNav />
          {exporting ? <ExportProgress {...exporting} /> : null}
          {has ? <Button onClick={() => window.print()}>Print</Button> : null}
        </>
      }
    >
      {has ? (
        <div className={styles.page}>
          <Choice scope={scope} />
          <div className={styles.days}>
            {showDates(scope.from, scope.to)}
            {scope.practice ? ` · ${names.words("practice", scope.practice)}` : ""}
            <Progress />
          </div>
          <Reports scope={scope} />
        </div>
      ) : (
        <EmptyState title="This service has no reports">It doesn’t keep the clinic’s invoices.</EmptyState>
      )}
    </Page>
  );
}

function Reports({ scope }: { readonly scope: ReportScope }) {
  const failures = useSharedFailures(scope);
  return (
    <>
      {failures.map(({ failure, retry }) => (
        <FailedRead key={failure.title} failure={failure} onRetry={retry} />
      ))}
      <div className={styles.reports}>
        {reportName.options.map((name) => (
          <ReportCard
            key={name}
            name={name}
            scope={scope}
            isTold={failures.some(({ of }) => of.includes(name))}
          />
        ))}
      </div>
    </>
  );
}

/** How many reports are there, and the way to stop the others. */
function Progress() {
  const client = useQueryClient();
  const queryKey = ["getReport"];
  const left = useIsFetching({ queryKey });
  const total = reportName.options.length;
  if (left === 0) return null;
  return (
    <>
      <span role="status">{`Adding up: ${total - left} of ${total} reports done…`}</span>
      <Button size="small" onClick={() => void client.cancelQueries({ queryKey })}>
        Stop
      </Button>
    </>
  );
}

/** The days and the practice; each change shows at once, and is in the address. */
function Choice({ scope }: { readonly scope: ReportScope }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      to: "/figures/reports",
      search: reportsSearch({ ...search, ...changes }),
      replace: true,
    });
  const isChosen = search.from !== undefined || search.to !== undefined;
  return (
    <form className={styles.choice} aria-label="Choose the days" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="Days"
        value={isChosen ? "chosen" : (search.span ?? "")}
        onChange={({ target: { value } }) =>
          change(
            value === "chosen"
              ? { span: undefined, from: scope.from, to: scope.to }
              : { span: value || undefined, from: undefined, to: undefined },
          )
        }
        options={spans}
      />
      <DayFields from={scope.from} to={scope.to} onDays={(days) => change({ span: undefined, ...days })} />
      <NamedSelect
        kind="practice"
        label="Practice"
        all="All practices"
        value={search.practice ?? ""}
        onPick={(id) => change({ practice: id || undefined })}
      />
    </form>
  );
}
