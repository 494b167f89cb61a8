import { keepPreviousData } from "@tanstack/react-query";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { daysBefore } from "#room/features/visits/queue/service-filter.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { AgeChart } from "./age-chart.tsx";
import { DayChart } from "./day-chart.tsx";
import { Figures } from "./figures.tsx";
import styles from "./overview-page.module.css";
import { ReasonChart } from "./reason-chart.tsx";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useServiceConfig } from "#room/api/service-config.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { PageHeader } from "#room/ui/page-header.tsx";
import { useNow } from "#room/ui/use-now.ts";
import { spans } from "./overview-search.ts";

/** `FollowedVisits` has it read anew when visits change. */
function Summary({ days }: { readonly days: number }) {
  // After midnight it is of the next day.
  useNow(60_000);
  const today = clinicToday();
  const read = useRead<ResponseOf<"summarizeVisits">>({
    ...operationQuery("summarizeVisits", { from: daysBefore(today, days - 1), to: today }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.scroller}>
      <Fetched {...read} className={styles.notice} loading="Loading the overview…">
        {(summary) => <Charts summary={summary} days={days} />}
      </Fetched>
    </div>
  );
}

function Charts({
  summary,
  days,
}: {
  readonly summary: ResponseOf<"summarizeVisits">;
  readonly days: number;
}) {
  if (summary.byState.every(({ count }) => count === 0))
    return (
      <EmptyState title="No visits yet">
        What is withheld, and why, shows here as soon as the rules engine sends visits.
      </EmptyState>
    );
  return (
    <>
      <Figures summary={summary} days={days} />
      <div className={styles.charts}>
        <AgeChart groups={summary.byAge} />
        <ReasonChart groups={summary.byReason} />
        <DayChart days={summary.perDay} />
      </div>
    </>
  );
}

const route = getRouteApi("/console/overview");

export function OverviewPage() {
  const { extensions } = useServiceConfig();
  const days = Number(route.useSearch().days ?? spans[0]);
  const has = extensions.includes("summarizeVisits");
  return (
    <div className="column">
      <PageHeader
        title="Overview"
        actions={
          <nav className={styles.spans} aria-label="Days shown">
            {spans.map((span) => (
              <Link
                key={span}
                to="/overview"
                search={span === spans[0] ? {} : { days: span }}
                replace
                className={buttonClass(Number(span) === days ? "plain" : "quiet", "small")}
                aria-current={Number(span) === days ? "true" : undefined}
              >
                {span} days
              </Link>
            ))}
          </nav>
        }
      />
      {has ? (
        <Summary days={days} />
      ) : (
        <EmptyState title="This service has no overview">It doesn’t keep the clinic’s visits.</EmptyState>
      )}
    </div>
  );
}
