import type { QueryClient } from "@tanstack/react-query";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { comesAgainWords, describeFailure } from "#room/api/describe-failure.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { onVisitChange } from "#room/api/visit-changes/visit-changes.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { AgeChart } from "./age-chart.tsx";
import { DayChart } from "./day-chart.tsx";
import { Figures } from "./figures.tsx";
import styles from "./overview-page.module.css";
import { spans } from "./overview-search.ts";
import { ReasonChart } from "./reason-chart.tsx";

const route = getRouteApi("/console/overview");
const dayMs = 86_400_000;
/** However much changes, the page is drawn anew so often at most. Milliseconds. */
const restMs = 5000;

/** What is held and why, in money and in days; every mark leads to the visits behind it. */
export function OverviewPage() {
  const { extensions } = useServiceConfig();
  const days = Number(route.useSearch().days ?? spans[0]);
  const has = extensions.includes("summarizeVisits");
  return (
    <div className={styles.page}>
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

function followSummary(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onVisitChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ["summarizeVisits"] });
    }, restMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function Summary({ days }: { readonly days: number }) {
  const client = useQueryClient();
  const [today] = useState(() => Date.now());
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const { data, error, refetch } = useQuery<ResponseOf<"summarizeVisits">, Error>({
    ...operationQuery("summarizeVisits", { from: dayOf(today - (days - 1) * dayMs), to: dayOf(today) }),
    placeholderData: keepPreviousData,
  });
  useEffect(() => followSummary(client), [client]);
  if (!data && error) return <Failed error={error} onAgain={() => void refetch()} />;
  if (!data) return <EmptyState icon={<Spinner />} title="Loading the overview…" />;
  const hasNone = data.byState.every(({ count }) => count === 0);
  if (hasNone)
    return (
      <EmptyState title="No visits yet">
        What is held, and why, shows here as soon as the rules engine sends visits.
      </EmptyState>
    );
  return (
    <div className={styles.scroller}>
      {error ? <Failed error={error} onAgain={() => void refetch()} /> : null}
      <Figures summary={data} days={days} />
      <div className={styles.charts}>
        <AgeChart groups={data.byAge} />
        <ReasonChart groups={data.byReason} />
        <DayChart days={data.perDay} />
      </div>
    </div>
  );
}

function Failed({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  const { title, advice, requestId } = describeFailure(error);
  return (
    <Banner
      tone="warn"
      role="alert"
      className={styles.notice ?? ""}
      title={title}
      requestId={requestId}
      actions={
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      }
    >
      {comesAgainWords(error) ?? advice}
    </Banner>
  );
}
