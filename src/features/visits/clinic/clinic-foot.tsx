import { useSyncExternalStore } from "react";
import { minorTotalText, totalText } from "#room/billing/money-text.ts";
import { useVisitFeedState } from "#room/api/visit-changes/visit-changes.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import styles from "#room/features/visits/queue/visits-page.module.css";
import type { Retry } from "#room/features/visits/queue/use-retry.tsx";
import { Button } from "#room/ui/button.tsx";
import { KeyHints } from "#room/features/visits/queue/key-hints.tsx";
import type { ListRow } from "#room/features/visits/list/list-row.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { isDone } from "#room/features/visits/states.ts";
import { formatCount } from "#room/ui/formats.ts";
import { isDoneTab } from "./view-filter.ts";
import { longTotalWords } from "./use-clinic-counts.ts";
import type { ClinicList } from "./use-clinic-list.ts";

/** How many of them no bulk action of the clinic reaches. */
function ownWords(rows: readonly ListRow[]): string {
  const own = rows.filter(({ clinic }) => !clinic).length;
  return own === 0 || own === rows.length ? "" : `${formatCount(own)} of them only on this device`;
}

/** Figures of a payer, a provider or a code are of their lines alone. */
function sumWords(sum: string, { payer, provider, code, without }: ClinicSearch): string {
  return sum && (payer || provider || code || without === "code") ? `${sum} for whole visits` : sum;
}

const hints = [
  ["n", "take next"],
  ["enter", "open"],
  ["space", "select"],
] as const;

/** At the bottom, where it does not move rows away from under the pointer. */
function RetrySelected({
  selected,
  retry,
}: {
  readonly selected: readonly ListRow[];
  readonly retry: Retry;
}) {
  const isSending = useSyncExternalStore(
    retry.batches.subscribe,
    () => retry.batches.get()?.phase === "running",
  );
  if (!selected.some(({ here, state }) => here && !isDone(state))) return null;
  // Those that only the service has are named among what is not sent.
  const ids = selected.map((row) => (row.here ?? row).eventId);
  return (
    <Button size="small" aria-disabled={isSending} onClick={() => void retry.many(ids, "are selected")}>
      Retry selected
    </Button>
  );
}

export function ClinicFoot({
  selected,
  list,
  search,
  retry,
}: {
  readonly selected: readonly ListRow[];
  readonly list: ClinicList;
  readonly search: ClinicSearch;
  readonly retry: Retry;
}) {
  const { totals, rows, beyond, gone, isLoading, isLoadingMore } = list;
  const hasChanges = useServiceConfig().extensions.includes("listChanges");
  const isAway = useVisitFeedState() === "away" && hasChanges;
  const parts = [
    ...(totals
      ? [
          `${longTotalWords(totals)} ${totals.total === 1 && totals.isTotalExact ? "visit" : "visits"} at the clinic`,
          // Charged, held, closed and voided amounts add up to nothing that anybody is owed.
          search.tab === "all" ? "" : sumWords(totalText(totals.sums), search),
        ]
      : []),
    ...(beyond > 0 ? [`${formatCount(beyond)} on this device`] : []),
    ...(gone.size > 0 ? [`${formatCount(gone.size)} done or moved`] : []),
  ];
  return (
    <footer className={styles.foot}>
      {selected.length > 0 ? (
        <>
          <strong>{formatCount(selected.length)} selected</strong>
          <span>
            {[minorTotalText(selected.flatMap(({ amount }) => amount ?? [])), ownWords(selected)]
              .filter(Boolean)
              .join(" · ")}
          </span>
          <RetrySelected selected={selected} retry={retry} />
        </>
      ) : (
        <span>
          {parts.filter(Boolean).join(" · ")}
          {search.sort === "need" && rows.length > 1 ? (
            <span className={styles.order}>
              {beyond > 0 ? " · Those on this device first" : ""}
              {isDoneTab(search.tab)
                ? " · Newest first"
                : " · Waiting longest first, then the largest amount of the day"}
            </span>
          ) : null}
          {gone.size > 0 ? (
            <Button
              size="small"
              look="quiet"
              title="Those charged, closed or taken since the list was loaded"
              onClick={list.renew}
            >
              Hide done
            </Button>
          ) : null}
        </span>
      )}
      <span role="status">
        {isLoading
          ? "Loading the clinic’s visits…"
          : isLoadingMore
            ? "Loading more…"
            : isAway
              ? "Updates are delayed: trying to reach the service"
              : ""}
      </span>
      <KeyHints keys={hints} />
    </footer>
  );
}
