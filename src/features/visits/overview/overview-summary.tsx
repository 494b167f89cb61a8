import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { comesAgainWords, describeFailure } from "#room/api/describe-failure.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { AgeChart } from "./age-chart.tsx";
import { DayChart } from "./day-chart.tsx";
import { Figures } from "./figures.tsx";
import styles from "./overview-page.module.css";
import { ReasonChart } from "./reason-chart.tsx";
import { followSummary } from "./follow-summary.ts";

const dayMs = 86_400_000;

export function Summary({ days }: { readonly days: number }) {
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
        What is withheld, and why, shows here as soon as the rules engine sends visits.
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
